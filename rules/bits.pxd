cdef extern from *:
    """
    #define PBM_LENGTH(cells) ((cells) ? 64 - __builtin_clzll(cells) : 0)
    """
    int count "__builtin_popcountll"(unsigned long long cells) noexcept
    int length "PBM_LENGTH"(unsigned long long cells) noexcept
