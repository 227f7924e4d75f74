import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { allIsolatingDrivers, scene, testLimits, type Scene } from '../../testing/sandbox/conformance-scene.ts'
import type { SandboxDriver, SandboxLimits } from './sandbox.ts'

const mebibyte = 1024 * 1024

const limited = (driver: SandboxDriver, limits: Partial<SandboxLimits>) =>
  scene(driver, { limits: { ...testLimits, ...limits } })

const boundsTogether = ({ enforced }: SandboxDriver, limit: string) =>
  enforced.some((sentence) => sentence.startsWith(limit) && sentence.includes('cgroup'))

describe.each(await allIsolatingDrivers())('$name $why', ({ driver }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }
  let it: Scene | undefined
  const open = async (limits: Partial<SandboxLimits>) => (it = await limited(driver, limits))
  afterEach(() => it?.end())
  beforeEach(() => {
    it = undefined
  })

  test('a command past its wall time is stopped', async () => {
    const { sh } = await open({})
    const outcome = await sh('echo started; sleep 60', { wallMs: 300 })
    expect(outcome).toMatchObject({ exitCode: null, signal: 'SIGKILL', stoppedBy: 'wall-time', stdout: 'started\n' })
  })

  test('a command past its CPU time is stopped; commands that share a control group are counted together', async () => {
    const { sh } = await open({ cpuSeconds: 1 })
    expect(await sh('while :; do :; done')).toMatchObject({ stoppedBy: 'cpu-time' })
    if (!boundsTogether(driver, 'CPU time')) return
    const spin = 'for j in 1 2 3 4 5 6 7 8 9; do sh -c "i=0; while [ \\$i -lt 300000 ]; do i=\\$((i+1)); done"; done'
    expect(await sh(`${spin}; ${spin}; ${spin}; ${spin}`)).toMatchObject({ stoppedBy: 'cpu-time' })
  })

  test('a process that takes too much memory is stopped', async () => {
    const { node } = await open({ memoryBytes: 256 * mebibyte })
    const outcome = await node('const kept = []; while (true) kept.push(Buffer.alloc(8 * 1024 * 1024, 1))')
    // Without control groups the process may be refused memory before the server looks.
    if (boundsTogether(driver, 'memory')) expect(outcome.stoppedBy).toBe('memory')
    else expect(outcome.exitCode).not.toBe(0)
  })

  test('a run of many programs goes on without the program that takes too much memory', async () => {
    if (driver.name === 'container' || !boundsTogether(driver, 'memory')) return
    const { sh } = await open({ memoryBytes: 256 * mebibyte })
    const script = `perl -e 'my @x; push @x, "x" x (8 * 1024 * 1024) while 1'; echo $?; sleep 1; echo on`
    const outcome = await sh(script, { goesOnWithoutMemory: true })
    expect(outcome).toMatchObject({ exitCode: 0, stdout: '137\non\n' })
    expect(outcome.stoppedBy).toBeUndefined()
  })

  test('processes that take too much memory together are stopped', async () => {
    const { perl } = await open({ memoryBytes: 256 * mebibyte })
    const outcome = await perl(
      'for (1..16) { next if fork; my $x = "x" x (48 * 1024 * 1024); sleep 60; exit } 1 while wait > 0; sleep 60',
    )
    expect(outcome).toMatchObject({ stoppedBy: 'memory' })
  })

  test('shared memory is limited', async () => {
    const { sh } = await open({})
    const { stdout } = await sh('head -c 200000000 /dev/zero >/dev/shm/x; stat -c %s /dev/shm/x')
    expect(Number(stdout)).toBeLessThanOrEqual(64 * mebibyte)
  })

  test('a fork beyond the process limit fails', async () => {
    const { perl } = await open({ processes: 40 })
    const { stdout } = await perl(
      'my $n = 0; while ($n < 500) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } $n++ } print $n; kill 9, -getpgrp',
      { wallMs: 10_000 },
    )
    const made = Number(stdout || '0')
    expect(made).toBeLessThan(60)
  })

  test('a fork bomb ends at the wall time and leaves the host responsive', async () => {
    const { sh } = await open({ processes: 40 })
    // The shell itself forks once, while there is room: it would end with 2 where a bomb of its own leaves none.
    const outcome = await sh('bomb() { bomb | bomb & }; (bomb) & exec sleep 60', { wallMs: 1500 })
    expect(['wall-time', 'processes', 'output']).toContain(outcome.stoppedBy)
  })

  test('a file cannot grow past the file size limit', async () => {
    const { sh } = await open({ fileSizeBytes: 5 * mebibyte })
    const { stdout } = await sh(
      'head -c 20000000 /dev/zero >big; stat -c %s big; head -c 20000000 /dev/zero >/tmp/big; stat -c %s /tmp/big',
    )
    expect(stdout).toBe(`${5 * mebibyte}\n${5 * mebibyte}\n`)
    const larger = await sh('head -c 20000000 /dev/zero >big; stat -c %s big', { fileSizeBytes: 6 * mebibyte })
    expect(larger.stdout).toBe(`${6 * mebibyte}\n`)
  })

  test.each(['/worktree', '/tmp', '/home/sandbox'])(
    'a command that fills %s with many files is stopped',
    async (folder) => {
      const { sh } = await open({ diskBytes: 40 * mebibyte })
      const outcome = await sh(
        `mkdir -p ${folder}/deep && cd ${folder}/deep && i=0; while [ $i -lt 300 ]; do head -c 1000000 /dev/zero >f$i; i=$((i+1)); done; sleep 60`,
      )
      expect(outcome).toMatchObject({ stoppedBy: 'disk' })
    },
  )

  test.each([
    ['a file that is open', '1'],
    [
      'a file that is mapped',
      `syscall(${process.arch === 'x64' ? 9 : 222}, 0, 80 << 20, 3, 1, fileno($f), 0) > 0 && close $f`,
    ],
  ])('%s and in no folder counts for the disk', async (_what, hold) => {
    const { perl } = await open({ diskBytes: 40 * mebibyte })
    const outcome = await perl(`
      open my $f, "+>", "x" or die; unlink "x"; print $f "x" x (1 << 20) for 1..80; $f->flush; (${hold}) or die $!; sleep 60`)
    expect(outcome).toMatchObject({ stoppedBy: 'disk' })
  })

  test('empty files count for the disk', async () => {
    const { perl } = await open({ diskBytes: 8 * mebibyte })
    const outcome = await perl('for (1..4000) { open my $f, ">", "f$_" or die } sleep 60')
    expect(outcome).toMatchObject({ stoppedBy: 'disk' })
  })

  test('a command uses up few of the inotify instances of the server’s user, whom others share', async () => {
    const { perl } = await open({})
    const call = process.arch === 'x64' ? 294 : 26
    const { stdout } = await perl(`my $n = 0; $n++ while $n < 300 && syscall(${call}, 0) >= 0; print "$n $!"`)
    expect(stdout).toBe('16 Too many open files')
  })

  test('no core dump is made, nor handed to a program of the host', async () => {
    const { sh } = await open({})
    const { stdout } = await sh(
      'ulimit -c 0; prlimit --core=0:0 true; prlimit --core --noheadings --raw --output=SOFT,HARD; ls',
    )
    expect(stdout).toBe('1 1\n')
  })

  test('a full sandbox can still be removed', async () => {
    const { sh } = await open({ diskBytes: 20 * mebibyte })
    await sh('i=0; while :; do head -c 1000000 /dev/zero >f$i; i=$((i+1)); done')
    expect(await sh('sleep 1; rm f*')).toMatchObject({ exitCode: 0 })
  })

  test('a command that prints without end is stopped, and little of its output is kept', async () => {
    const { run } = await open({})
    const before = process.memoryUsage().rss
    const outcome = await run(['yes', 'x'.repeat(1000)], { outputBytes: 300 * mebibyte })
    expect(outcome).toMatchObject({ stoppedBy: 'output', truncated: true })
    expect(outcome.stdout.length).toBeLessThan(mebibyte)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * mebibyte)
  })

  test('output streams as it is written, and a slow reader slows the command down', async () => {
    const { sh } = await open({})
    const seen: string[] = []
    const input = new PassThrough()
    const outcome = await sh('echo first; read x; echo "got $x" >&2', {
      stdin: input,
      async onOutput(stream, chunk) {
        seen.push(`${stream}: ${chunk.toString().trim()}`)
        if (stream === 'stdout') input.end('an answer\n')
        await Promise.resolve()
      },
    })
    expect(seen).toEqual(['stdout: first', 'stderr: got an answer'])
    expect(outcome).toMatchObject({ exitCode: 0, stdout: 'first\n', stderr: 'got an answer\n' })
  })

  test('a reader that never takes the output holds the command up until it is aborted', async () => {
    const { sh } = await open({})
    const aborting = new AbortController()
    const outcome = sh('echo first', {
      signal: aborting.signal,
      onOutput: () => {
        setTimeout(() => aborting.abort(), 200)
        return new Promise<void>(() => undefined)
      },
    })
    expect(await outcome).toMatchObject({ stdout: 'first\n', stoppedBy: 'cancelled' })
  })

  test.runIf(isLong)('a slow reader gets all that was printed, a chunk at a time, and is waited for', async () => {
    const { sh } = await open({})
    let bytes = 0
    let atOnce = 0
    await sh(`head -c 100000 /dev/zero | tr '\\0' x`, {
      async onOutput(_stream, chunk) {
        expect((atOnce += 1)).toBe(1)
        if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 2_500))
        bytes += chunk.length
        atOnce -= 1
      },
    })
    expect(bytes).toBe(100_000)
  })

  test('files without permissions are removed with the sandbox', async () => {
    const { sandbox, sh } = await open({})
    const made = await sh(`
      mkdir -p /tmp/a/b && echo x >/tmp/a/b/c && chmod 000 /tmp/a/b
      cd /tmp && perl -e 'for (1..50) { mkdir "d" x 200 or die; chdir "d" x 200 or die }'`)
    expect(made.exitCode).toBe(0)
    const scratch = async () =>
      (await readdir(tmpdir())).filter(
        (name) => name.startsWith(`atelier-sandbox-`) && name.includes(`.${process.pid}.`),
      )
    const before = (await scratch()).length
    await sandbox.close()
    expect((await scratch()).length).toBe(before - 1)
  })
})
