import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allIsolatingDrivers, scene, type Scene } from '../../testing/sandbox/conformance-scene.ts'

describe.each(await allIsolatingDrivers())('$name $why', ({ driver, options }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }
  let it: Scene

  beforeEach(async () => {
    process.env.ATELIER_CANARY = 'canary'
    it = await scene(driver)
    await writeFile(join(it.outside, 'secret'), 'canary')
  })
  afterEach(async () => {
    delete process.env.ATELIER_CANARY
    await it.end()
  })

  test('a command has no capabilities, cannot gain any, and is not root', async () => {
    const { stdout } = await it.sh('id -u; grep -E "^(Cap|NoNewPrivs|Seccomp:)" /proc/self/status')
    const none = '0000000000000000'
    expect(stdout.split('\n').map((line) => line.replace('\t', ' '))).toEqual([
      '1000',
      ...['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((kind) => `Cap${kind}: ${none}`),
      'NoNewPrivs: 1',
      'Seccomp: 2',
      '',
    ])
  })

  test('the environment holds no variable of the server', async () => {
    expect((await it.sh('cat /proc/[0-9]*/environ')).stdout).not.toContain('canary')
    const { stdout } = await it.sh('env')
    const names = stdout.split('\n').flatMap((line) => /^([A-Z_]+)=/i.exec(line)?.[1] ?? [])
    expect(names.sort()).toEqual(['HOME', 'LANG', 'LOGNAME', 'PATH', 'PWD', 'SHELL', 'TERM', 'TMPDIR', 'USER'])
  })

  test("the server's folders, its secrets and other worktrees are not visible", async () => {
    const other = join(it.outside, 'other-worktree')
    await mkdir(other)
    for (const path of [join(it.outside, 'secret'), other, import.meta.filename, '/etc/shadow', '/etc/ssl/private'])
      expect((await it.run(['ls', path])).exitCode, path).toBe(2)
    expect(
      (await it.sh('ls -A / /root /home /run /var')).stdout.split(/\s+/).filter((name) => /canary|conform/.test(name)),
    ).toEqual([])
    const found = await it.sh('grep -rls canary / --exclude-dir=proc --exclude-dir=usr --exclude-dir=opt; true')
    expect(found.stdout).toBe('')
  })

  test('only the worktree, /tmp, the home and a little shared memory are writable', async () => {
    const { stdout } = await it.sh(`cut -d' ' -f5,6 /proc/self/mountinfo`)
    const writable = stdout
      .trim()
      .split('\n')
      .flatMap((line) => (line.includes(' rw') ? [line.split(' ')[0]!] : []))
    const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'pts'].map((name) => `/dev/${name}`)
    const expected = ['/worktree', '/tmp', '/home/sandbox', '/dev/shm', '/proc', ...devices]
    expect(writable.filter((path) => !expected.includes(path))).toEqual([])
    const tried = await it.sh(
      'for d in / /bin /dev /etc /opt /proc /proc/1 /root /run /usr /usr/bin /var /var/tmp; do true >$d/x && echo wrote $d; done; true',
    )
    expect(tried.stdout).toBe('')
  })

  test('machine-wide settings cannot be written through /proc, even when the server runs as root', async () => {
    const { stdout } = await it.sh(`
      find /proc -path '/proc/[0-9]*' -prune -o -type f -writable -print 2>/dev/null
      ls /sys; cat /proc/keys; [ -r /proc/meminfo ] && [ -r /proc/cpuinfo ] && echo ordinary`)
    expect(stdout).toBe('ordinary\n')
  })

  test('a command sees and signals only its own processes', async () => {
    const neighbour = spawn('sleep', ['60'])
    try {
      const { stdout } = await it.sh(
        `cat /proc/[0-9]*/cmdline | tr '\\0' ' '; kill -9 ${neighbour.pid} ${process.pid}; kill -9 -1`,
      )
      expect(stdout).not.toMatch(/vitest|sleep 60/)
      expect({ exitCode: neighbour.exitCode, signal: neighbour.signalCode }).toEqual({ exitCode: null, signal: null })
      expect(() => process.kill(neighbour.pid!, 0)).not.toThrow()
    } finally {
      neighbour.kill()
    }
  })

  test("links in the worktree do not reach the host's files", async () => {
    await symlink(join(it.outside, 'secret'), join(it.worktree, 'absolute'))
    await symlink('../secret', join(it.worktree, 'relative'))
    const { stdout } = await it.sh(
      'cat absolute relative; ln /usr/bin/env hard && echo linked; ln /etc/passwd hard2 && echo linked; ln /tmp/../etc/hosts /tmp/h && echo linked; true',
    )
    expect(stdout).toBe('')
  })

  test('only harmless devices exist, and no device can be made', async () => {
    const { stdout } = await it.sh(`
      ls /dev; mknod /tmp/disk b 254 0 && echo made; mknod /worktree/mem c 1 1 && echo made; mknod /dev/shm/null c 1 3 && echo made; true`)
    const known = 'console core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero'.split(' ')
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((name) => !known.includes(name)),
    ).toEqual([])
  })

  test('a command cannot make mounts or namespaces', async () => {
    const { stdout } = await it.sh(`
      mount -t tmpfs none /tmp && echo mounted; mount --bind /tmp /worktree && echo mounted; umount /worktree && echo gone
      umount -l /worktree/.git; mount -o remount,rw / && echo remounted
      unshare --user true && echo user; unshare --user --map-root-user --mount true && echo mount
      unshare --net true && echo net; unshare --pid --fork true && echo pid; chroot / true && echo chroot; true`)
    expect(stdout).toBe('')
  })

  test('a system call that the filter does not list is missing', async () => {
    const { stdout } = await it.perl(
      `for my $call (428, 433, 442, 467, 470, 999) { my $r = syscall($call, 0, 0, 0, 0, 0); print "$r ", $!+0, "\n" }`,
    )
    expect(stdout.trim().split('\n')).toEqual(Array(6).fill('-1 38'))
  })

  test('keyrings, the kernel log, io_uring and vsock are refused', async () => {
    // keyctl(KEYCTL_GET_KEYRING_ID, session), add_key, syslog(3), io_uring_setup, bpf; then AF_VSOCK and AF_ALG.
    const numbers = process.arch === 'arm64' ? [219, 217, 116, 425, 280] : [250, 248, 103, 425, 321]
    const { stdout } = await it.perl(`
      for my $call (${numbers.join(',')}) { my $r = syscall($call, 0, -3, 0, 0, 0); print "$r ", $!+0, "\\n" }
      for my $family (40, 38) { print socket(my $s, $family, 1, 0) ? "open" : "no", " ", $!+0, "\\n" }
      print socket(my $s, 2, 1, 0) ? "ip\\n" : "";`)
    expect(stdout.trim().split('\n')).toEqual(['-1 1', '-1 1', '-1 1', '-1 38', '-1 1', 'no 97', 'no 97', 'ip'])
  })

  test('host processes cannot be traced, and process 1 inside grants no privileges', async () => {
    const trace = process.arch === 'arm64' ? 117 : 101
    const { stdout } = await it.perl(`
      for my $pid (${process.pid}, ${process.ppid}) { my $r = syscall(${trace}, 16, $pid, 0, 0); print "$r\\n" }
      print -r "/proc/1/root/etc/shadow" ? "read" : "absent", "\\n"; print join(",", glob("/proc/1/root/root/*")), "\\n";`)
    expect(stdout).toBe('-1\n-1\nabsent\n\n')
  })

  test('a command cannot make a set-uid or set-gid file', async () => {
    const { stdout } = await it.sh(`
      cp /usr/bin/env a && chmod u+s a && echo chmod; chmod g+s a && echo chmod; chmod 6755 a && echo chmod
      node -e 'for (const f of [() => fs.openSync("b", "wx", 0o4755), () => fs.chmodSync("a", 0o2755), () => fs.fchmodSync(fs.openSync("a", "r+"), 0o4755), () => fs.writeFileSync("c", "", { mode: 0o4755 })]) { try { f(); console.log("set") } catch (e) { if (e.code !== "EPERM") throw e } }'
      chmod 755 a && mkdir d && touch d/e && echo ordinary`)
    expect(stdout).toBe('ordinary\n')
    for (const name of await readdir(it.worktree)) expect((await stat(join(it.worktree, name))).mode & 0o6000).toBe(0)
  })

  test('a command takes no lease, no watch of a folder, no extended attribute and no inode flag', async () => {
    const [fcntl, setxattr, ioctl] = process.arch === 'arm64' ? [25, 5, 29] : [72, 188, 16]
    const { stdout } = await it.perl(`
      open(my $file, "+>", "/worktree/file"); opendir(my $folder, "/worktree"); opendir(my $system, "/usr/bin");
      open(my $program, "<", "/usr/bin/env");
      sub told { my $r = shift; print "$r ", $!+0, "\n" }
      told(syscall(${fcntl}, fileno($program), 1024, 0)); told(syscall(${fcntl}, fileno($file), 1024, 1));
      told(syscall(${fcntl}, fileno($system), 1026, 2));
      my ($path, $name, $value) = ("/worktree/file", "user.a", "b");
      told(syscall(${setxattr}, $path, $name, $value, 1, 0));
      my $flags = pack("L!", 0x10); told(syscall(${ioctl}, fileno($file), 0x40086602, $flags));
      my $attributes = pack("QLLLL", 0x10, 0, 0, 0, 0); told(syscall(469, -100, $path, $attributes, 24, 0));
      told(syscall(${fcntl}, fileno($file), 1, 0))`)
    expect(stdout.trim().split('\n')).toEqual(['-1 1', '-1 1', '-1 1', '-1 95', '-1 1', '-1 95', '1 95'])
  })

  test('a missing command or folder is reported by exit code and message', async () => {
    expect(await it.run(['no-such-program'])).toMatchObject({ exitCode: 127, signal: null })
    await expect(it.run(['-a', 'x', 'true'])).rejects.toThrow('"-a" is no program. Name one')
    expect(await it.run(['exit', '3'])).toMatchObject({ exitCode: 127 })
    expect((await it.run(['echo', 'a\\nb'])).stdout).toBe('a\\nb\n')
    expect(await it.run(['true'], { cwd: '/nowhere' })).toMatchObject({ exitCode: 126, signal: null })
    expect(await it.sh('kill -SEGV $$')).toMatchObject({ exitCode: 139, signal: 'SIGSEGV' })
  })

  test("node (the server's version), npm and git are available", async () => {
    const { stdout } = await it.sh('node --version; git --version; npm --version || echo none; hostname')
    expect(stdout.split('\n')[0]).toBe(process.version)
    expect(stdout).toContain('git version')
    expect(stdout.trim().split('\n').at(-1)).toBe('conformance')
  })

  test('a command inherits no descriptor that the server was started with', async () => {
    const folder = openSync(it.outside, 'r')
    const others = Array<'ignore'>(6).fill('ignore')
    const server = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../../testing/sandbox/inherited-descriptors.ts'),
        driver.name,
        JSON.stringify(options),
      ],
      { stdio: ['ignore', 'pipe', 'inherit', ...others, folder, ...others, ...others, folder] },
    )
    const said = await text(server.stdout!)
    closeSync(folder)
    const open = said.split('\n').flatMap((line) => / -> (.+)/.exec(line)?.[1] ?? [])
    expect(open).toContain('/dev/null')
    expect(open.filter((path) => !/^((pipe|socket):|\/dev\/null$|\/tmp\/open$)/.test(path))).toEqual([])
    expect(said).not.toContain('canary')
  })

  test('/tmp and the home are private to a sandbox and kept until it is closed', async () => {
    expect((await it.run(['cat'], { stdin: 'in and out' })).stdout).toBe('in and out')
    await it.sh('echo kept >/tmp/a; echo kept >~/b')
    expect((await it.sh('cat /tmp/a ~/b')).stdout).toBe('kept\nkept\n')
    const other = await scene(driver)
    expect((await other.sh('ls /tmp ~')).stdout).not.toMatch(/\b[ab]\b/)
    await other.end()
    await it.sandbox.close()
    await expect(it.run(['true'])).rejects.toThrow('Sandbox conformance is closed. Open another to run true.')
  })

  test("files that a command writes to the worktree belong to the server's user", async () => {
    await it.sh('echo made >new && mkdir -p a/b')
    expect(await readFile(join(it.worktree, 'new'), 'utf8')).toBe('made\n')
    expect((await stat(join(it.worktree, 'a/b'))).uid).toBe(process.getuid!())
  })
})
