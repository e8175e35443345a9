import Foundation
import SampleTesting

/// A library that lets the system calls of a program fail on a database while a file exists.
struct FailingDisk {
    /// What fails, and with it the name of the file that makes it fail.
    enum Call: String {
        case flush, write, read
        /// Whatever changes a file, as on a file system that was mounted again to be read only.
        case change
    }

    private let folder: URL
    /// The environment that loads it into a program.
    let environment: [String: String]

    init(in folder: URL) async throws {
        self.folder = folder
        let library = folder.appending(path: "failing-disk.so")
        let source = folder.appending(path: "failing-disk.c")
        try Data(Self.source.utf8).write(to: source)
        let compiler = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            ["cc", "-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl"])
        guard compiler.status == 0 else { throw Late("the library did not compile: \(compiler.output)") }
        environment = ["LD_PRELOAD": library.path, "FAILING_DISK": folder.path]
    }

    private func switchFile(_ call: Call) -> URL { folder.appending(path: "fails-\(call.rawValue)") }

    func begin(_ call: Call) throws { try Data().write(to: switchFile(call)) }

    func end(_ call: Call) throws { try FileManager.default.removeItem(at: switchFile(call)) }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static int begun(const char *call) {
            char path[4096];
            const char *folder = getenv("FAILING_DISK");
            if (!folder) return 0;
            snprintf(path, sizeof path, "%s/fails-%s", folder, call);
            return access(path, F_OK) == 0;
        }

        static int fails(const char *call, int file) {
            char link[64], name[4096];
            if (!begun(call)) return 0;
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t length = readlink(link, name, sizeof name - 1);
            if (length < 0) return 0;
            name[length] = 0;
            if (!strstr(name, ".sqlite")) return 0;
            errno = strcmp(call, "change") == 0 ? EROFS : EIO;
            return 1;
        }

        int fsync(int file) {
            static int (*real)(int);
            if (!real) real = dlsym(RTLD_NEXT, "fsync");
            return fails("flush", file) ? -1 : real(file);
        }

        int fdatasync(int file) {
            static int (*real)(int);
            if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
            return fails("flush", file) ? -1 : real(file);
        }

        #define OPENING(function) \
            int function(const char *path, int flags, ...) { \
                static int (*real)(const char *, int, ...); \
                if (!real) real = dlsym(RTLD_NEXT, #function); \
                va_list list; \
                va_start(list, flags); \
                mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0; \
                va_end(list); \
                if ((flags & O_ACCMODE) != O_RDONLY && strstr(path, ".sqlite") && begun("change")) { \
                    errno = EROFS; \
                    return -1; \
                } \
                return real(path, flags, mode); \
            }

        OPENING(open)
        OPENING(open64)

        #define TRUNCATING(function) \
            int function(int file, off_t length) { \
                static int (*real)(int, off_t); \
                if (!real) real = dlsym(RTLD_NEXT, #function); \
                return fails("change", file) ? -1 : real(file, length); \
            }

        TRUNCATING(ftruncate)
        TRUNCATING(ftruncate64)

        #define POSITIONED(function, type, call) \
            ssize_t function(int file, type bytes, size_t count, off_t place) { \
                static ssize_t (*real)(int, type, size_t, off_t); \
                if (!real) real = dlsym(RTLD_NEXT, #function); \
                if (strcmp(call, "write") == 0 && fails("change", file)) return -1; \
                return fails(call, file) ? -1 : real(file, bytes, count, place); \
            }

        POSITIONED(pwrite, const void *, "write")
        POSITIONED(pwrite64, const void *, "write")
        POSITIONED(pread, void *, "read")
        POSITIONED(pread64, void *, "read")
        """#
}
