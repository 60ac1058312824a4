"""Running pages: the render queue, the scheduler of long jobs, rerun preemption, progress bars, caches."""
