import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { workshopScene } from '../../../../testing/model-provider/index.ts'

const scene = workshopScene({ resultBytes: 2_000, outputBytes: 4 * 2 ** 20 })

describe('run', () => {
  test('stops a command that prints more than the limit, and names the limit', async () => {
    const answer = await scene.call('run', { command: 'yes' })
    expect(answer).toMatch(/^Stopped, because it printed more than 4 MiB.*ATELIER_SANDBOX_OUTPUT_MIB/)
    expect(answer).toContain('The whole output is in')
  })

  test('keeps the whole of an output that was cut, where read finds it', async () => {
    const answer = await scene.call('run', { command: 'seq 1 5000' })
    const at = /whole output is in (\S+):/.exec(answer)![1]!
    expect(answer).toMatch(/bytes left out/)
    expect(await scene.call('read', { path: at, from: 2500, lines: 1 })).toContain(' 2500\t2500')
  })

  test('runs commands in a plain terminal, and no input', async () => {
    expect(await scene.call('run', { command: 'echo $PAGER $TERM; cat' })).toBe('Exit code 0\ncat dumb\n')
  })

  test('takes a command as a list', async () => {
    expect(await scene.call('run', { cmd: ['echo a', 'echo b'] })).toBe('Exit code 0\na\nb\n')
  })
})

describe('process', () => {
  test('stops a process that prints more than a command may', async () => {
    const asked = { action: 'start', command: 'yes', until: 'never', seconds: 60 }
    expect(await scene.call('process', asked)).toMatch(
      /^Process 1 has ended with SIGKILL\.\nStopped, because it printed more than 4 MiB/,
    )
  })

  const server = `node -e 'require("http").createServer((_, r) => r.end("hi")).listen(0, "127.0.0.1", function () { console.log("port " + this.address().port) })'`

  test.runIf(isLong)('keeps a server running whose port commands reach, until it is stopped', async () => {
    const started = await scene.call('process', { action: 'start', command: server, until: 'port', seconds: 60 })
    expect(started).toMatch(/^Process 1 is running\.\nport \d+/)
    const port = /port (\d+)/.exec(started)![1]!
    const get = `node -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log)'`
    expect(await scene.call('run', { command: get })).toBe('Exit code 0\nhi\n')
    expect(await scene.call('process', { action: 'list' })).toMatch(/^Process 1 is running: node/)
    expect(await scene.call('process', { action: 'stop', id: '1' })).toBe('Process 1 has ended with SIGKILL.\n')
    expect(await scene.call('run', { command: get })).toMatch(/^Exit code 1/)
  })

  test.runIf(isLong)('writes to a process, and reads its output', async () => {
    await scene.call('process', {
      action: 'start',
      command: 'while read a; do echo "got $a"; done; exit 3',
      seconds: 1,
    })
    const answer = await scene.call('process', { action: 'write', id: 1, input: 'x\n', until: 'got', seconds: 60 })
    expect(answer).toBe('Process 1 is running.\ngot x\n')
  })

  test('reports the end of a process, and refuses an unknown process', async () => {
    const ended = await scene.call('process', {
      action: 'start',
      command: 'echo bye; exit 3',
      until: 'never',
      seconds: 60,
    })
    expect(ended).toBe('Process 1 has ended with exit code 3.\nbye\n')
    expect(await scene.call('process', { action: 'read', id: 7 })).toContain('There is no process 7.')
    expect(await scene.call('process', { action: 'fly' })).toContain('one of start, read, write, stop, list')
  })
})

describe('find', () => {
  test('finds files by a pattern, changed ones first, without ignored ones', async () => {
    for (const name of ['src/b.ts', 'src/deep/a.ts', 'a.js', 'out/c.ts', 'empty.ts'])
      await scene.put(name, name === 'empty.ts' ? '' : 'x\n')
    await scene.put('.gitignore', 'out\n')
    const later = new Date(Date.now() + 60_000)
    await utimes(join(scene.shop.root, 'src/deep/a.ts'), later, later)
    const found = await scene.call('find', { pattern: '*.ts' })
    expect(found.split('\n')[0]).toBe('src/deep/a.ts')
    expect(found.split('\n').sort()).toEqual(['empty.ts', 'src/b.ts', 'src/deep/a.ts'])
    expect(await scene.call('find', { pattern: 'deep/*', path: 'src' })).toBe('src/deep/a.ts')
    expect(await scene.call('find', { pattern: '*.py' })).toBe('No file matches *.py.')
  })
})

describe('write and plan', () => {
  test('shows the difference of a write in an existing file', async () => {
    await scene.put('a.txt', 'one\ntwo\n')
    expect(await scene.call('write', { path: 'a.txt', content: 'one\n2\n' })).toContain('-two\n+2')
  })

  test('refuses a stand-in for code that is left out', async () => {
    await scene.put('a.js', 'let a\n')
    expect(await scene.call('write', { path: 'a.js', content: 'let b\n// ... rest of the code\n' })).toContain(
      'in place of code',
    )
    expect(await scene.content('a.js')).toBe('let a\n')
  })

  test('keeps the plan', async () => {
    const todos = [
      { content: 'Look', status: 'completed' },
      { content: 'Change', status: 'in_progress' },
      { content: 'Test' },
    ]
    expect(await scene.call('plan', { todos })).toBe('Kept.\n[x] Look\n[>] Change\n[ ] Test')
    expect(scene.shop.plan.map(({ status }) => status)).toEqual(['completed', 'in_progress', 'pending'])
    const twice = [
      { step: 'a', status: 'in_progress' },
      { step: 'b', status: 'in_progress' },
    ]
    expect(await scene.call('plan', { items: twice })).toContain('At most one step')
  })
})
