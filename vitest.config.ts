import { defineConfig } from 'vitest/config'
import { hungAfterMs } from './testing/runner/hang-timeout.ts'
import { isLong, isSoak } from './testing/soak.ts'
import { workers } from './testing/workers.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(`This is Node ${process.version}. Run bin/test, or first: export PATH="$PWD/node_modules/.bin:$PATH"`)
}

// Long tests run before a merge, soak tests before a release, and both when they are named.
const isNamed = process.argv.some((word) => /\.(long|soak)\.test/.test(word))

export default defineConfig({
  test: {
    include: ['{apps,domains,execution,packages,platform,testing,bench}/**/*.test.ts', '*.test.ts'],
    exclude: [
      '**/node_modules/**',
      ...(isLong || isNamed ? [] : ['**/*.long.test.ts']),
      ...(isSoak || isNamed ? [] : ['**/*.soak.test.ts']),
    ],
    globalSetup: ['testing/runner/global-setup.ts'],
    // A worker loads the imports of its files once, so that no file may leave anything behind: the first one sees to
    // it.
    setupFiles: ['testing/runner/shared-state.ts', 'testing/runner/cheap-passwords.ts', 'testing/runner/delays.ts'],
    isolate: false,
    watch: false,
    pool: 'forks',
    // Packages are what Node makes of them, as outside of tests: a proxy before each costs tidy a third of its time.
    deps: { interopDefault: false },
    maxWorkers: workers,
    // Program output is read into buffers outside V8's heap: 64 MB in them started a full garbage collection, and so
    // did a tenth more heap.
    execArgv: ['--external-memory-accounted-in-global-limit', '--heap-growing-percent=100', '--expose-gc'],
    // Starting a process copies what malloc holds, so that memory is returned; V8's own heap is not copied. Pieces of
    // 32 KiB are mapped: input comes in pieces of 64 KiB, and freed amid others they would stay.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' },
    // A hanging test ends here; durations are never judged.
    testTimeout: isSoak ? 600_000 : 2 * hungAfterMs,
    hookTimeout: 2 * hungAfterMs,
    expect: { poll: { timeout: hungAfterMs, interval: 20 } },
    teardownTimeout: 20_000,
    allowOnly: false,
    passWithNoTests: false,
  },
})
