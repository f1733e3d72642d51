"""Events of contests: recording them, and hearing the results of games on boards."""
