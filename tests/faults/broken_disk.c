/* A disk that fails, a power cut, and a clock that jumps, for one process: LD_PRELOAD this.
 *
 * BROKEN_DISK names a file of 24 bytes that says what is broken at this moment; a test writes it
 * while the process runs. Only files below the directory BROKEN_BELOW are touched by it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum fault { WHOLE, FULL, READ_ONLY, UNSYNCED, UNREADABLE };

struct control {
    int64_t fault;
    int64_t clock_shift_seconds;
    int64_t last_change; /* the process is killed instead of making it; 0: never */
};

static const struct control healthy;
static const struct control *control = &healthy;
static const char *below;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("BROKEN_DISK");
    below = getenv("BROKEN_BELOW");
    int fd = path && below ? REAL(open)(path, O_RDONLY) : -1;
    if (fd < 0)
        return;
    void *page = mmap(NULL, sizeof *control, PROT_READ, MAP_SHARED, fd, 0);
    if (page != MAP_FAILED)
        control = page;
    close(fd);
}

static int is_below(const char *path)
{
    return strncmp(path, below, strlen(below)) == 0;
}

static int is_file_below(int fd)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = '\0';
    return is_below(path);
}

/* The error that writing meets at present, 0 for none. */
static int trouble(void)
{
    switch (control->fault) {
    case FULL: return ENOSPC;
    case READ_ONLY: return EROFS;
    default: return 0;
    }
}

/* Before every change below the directory. */
static void count_change(void)
{
    static _Atomic int64_t changes;
    if (++changes == control->last_change)
        kill(getpid(), SIGKILL);
}

static int refused(int error)
{
    errno = error;
    return -1;
}

/* Whether a call changes a file below the directory; it counts as a change then. */
static int is_changing(int fd)
{
    if (control == &healthy || !is_file_below(fd))
        return 0;
    count_change();
    return 1;
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    if (is_changing(fd) && trouble())
        return refused(trouble());
    return REAL(write)(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset)
{
    if (is_changing(fd) && trouble())
        return refused(trouble());
    return REAL(pwrite)(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset)
{
    if (is_changing(fd) && trouble())
        return refused(trouble());
    return REAL(pwrite64)(fd, bytes, count, offset);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset)
{
    if (control->fault == UNREADABLE && is_file_below(fd))
        return refused(EIO);
    return REAL(pread)(fd, bytes, count, offset);
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t offset)
{
    if (control->fault == UNREADABLE && is_file_below(fd))
        return refused(EIO);
    return REAL(pread64)(fd, bytes, count, offset);
}

int fsync(int fd)
{
    if (is_changing(fd) && control->fault == UNSYNCED)
        return refused(EIO);
    return REAL(fsync)(fd);
}

int fdatasync(int fd)
{
    if (is_changing(fd) && control->fault == UNSYNCED)
        return refused(EIO);
    return REAL(fdatasync)(fd);
}

static int opened(__typeof__(&open) real, const char *path, int flags, mode_t mode)
{
    int writes = (flags & O_ACCMODE) != O_RDONLY && control->fault == READ_ONLY;
    int creates = flags & O_CREAT && trouble() && access(path, F_OK) != 0;
    if ((writes || creates) && is_below(path))
        return refused(trouble());
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(REAL(open64), path, flags, mode);
}

static int is_changing_path(const char *path)
{
    if (control == &healthy || !is_below(path))
        return 0;
    count_change();
    return 1;
}

int mkdir(const char *path, mode_t mode)
{
    if (is_changing_path(path) && trouble())
        return refused(trouble());
    return REAL(mkdir)(path, mode);
}

int rename(const char *from, const char *to)
{
    if (is_changing_path(to) && trouble())
        return refused(trouble());
    return REAL(rename)(from, to);
}

int unlink(const char *path)
{
    if (is_changing_path(path) && trouble())
        return refused(trouble());
    return REAL(unlink)(path);
}

int ftruncate64(int fd, off64_t length)
{
    is_changing(fd);
    return REAL(ftruncate64)(fd, length);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = REAL(clock_gettime)(clock, now);
    if (clock == CLOCK_REALTIME)
        now->tv_sec += control->clock_shift_seconds;
    return result;
}
