"""Running pages: the render lock, worker processes for long work, rerun preemption, caches."""
