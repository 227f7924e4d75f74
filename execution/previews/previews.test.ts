import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import {
  filesVersion,
  openTestPreviews,
  servePreviews,
  startTestProgram,
  testVersion,
  type TestProgram,
} from '../../testing/deployments/preview-programs.ts'
import type { PreviewVersion } from './preview.ts'

type Changes = Parameters<typeof openTestPreviews>[1]

/** Programs that answer with the id of their version; `started` are those that were, in order. */
const scene = async (changes: Changes = {}, answer?: (request: IncomingMessage, response: ServerResponse) => void) => {
  const started: { readonly id: string; readonly site: string; readonly program: TestProgram }[] = []
  const failing = new Set<string>()
  const previews = openTestPreviews(async (site, { id }) => {
    const program = await startTestProgram((request, response) => {
      if (failing.has(id)) response.writeHead(500).end()
      else if (answer && request.url !== '/') answer(request, response)
      else response.end(id)
    })
    started.push({ id, site, program })
    return program
  }, changes)
  const live = new Map<string, PreviewVersion>()
  const site = await servePreviews(previews, (label) => {
    const version = live.get(label ?? '')
    return version && { kind: 'version', site: label!, version }
  })
  const serve = (label: string, version: PreviewVersion) => live.set(label, version)
  return {
    ...site,
    previews,
    started,
    failing,
    serve,
    ask: (label: string, path = '/') => site.ask(`${label}.preview.localhost`, path),
    openAt: (label: string, path: string) => site.open(`${label}.preview.localhost`, path, {}),
    runningIds: () => started.flatMap(({ id, program }) => (program.isStopped ? [] : [id])),
    stateOf: (label: string) => previews.statuses().find((status) => status.site === label)?.state,
  }
}

describe('a version that is deployed', () => {
  test('takes the traffic once it answers, and no request in a steady flow fails, nor in a rollback', async () => {
    const { previews, serve, ask, runningIds } = await scene()
    const versions = Array.from({ length: 5 }, (_, at) => testVersion(`v${at}`))
    expect(await previews.deploy('shop', versions[0]!)).toEqual({ outcome: 'live' })
    serve('shop', versions[0]!)
    let isOver = false
    const seen = new Set<string>()
    const visitor = async () => {
      while (!isOver) {
        const { status, text } = await ask('shop')
        seen.add(`${status} ${text}`)
      }
    }
    const visitors = [visitor(), visitor(), visitor(), visitor()]
    for (const version of versions.slice(1)) {
      expect(await previews.deploy('shop', version)).toEqual({ outcome: 'live' })
      expect((await ask('shop')).text).toBe(version.id)
      serve('shop', version)
    }
    const back = { ...testVersion('back'), build: versions[0]!.build }
    expect(await previews.deploy('shop', back)).toEqual({ outcome: 'live' })
    expect((await ask('shop')).text).toBe('back')
    serve('shop', back)
    isOver = true
    await Promise.all(visitors)
    const foreseen = [...versions, back].map(({ id }) => `200 ${id}`)
    expect([...seen].filter((line) => !foreseen.includes(line))).toEqual([])
    expect(runningIds()).toEqual(['back'])
  })

  test('changes nothing if it does not become healthy, and reports why', async () => {
    const { previews, serve, ask, failing, runningIds } = await scene({ healthMs: 100 })
    const good = testVersion('good')
    const bad = testVersion('bad')
    await previews.deploy('shop', good)
    serve('shop', good)
    failing.add('bad')
    expect(await previews.deploy('shop', bad)).toEqual({
      outcome: 'failed',
      sentence: 'The program did not become ready within 0.1 s. It answers / with the status 500.',
    })
    expect((await ask('shop')).text).toBe('good')
    expect(runningIds()).toEqual(['good'])
  })

  test('fails with how its program ended before it answered', async () => {
    const previews = openTestPreviews(async () => {
      const program = await startTestProgram((_request, response) => void response.writeHead(500).end())
      program.crash('The program ended with exit code 1.')
      return program
    })
    expect(await previews.deploy('shop', testVersion('1'))).toEqual({
      outcome: 'failed',
      sentence: 'The program ended with exit code 1. It had not answered / yet.',
    })
  })

  test('reports only in its log why it could not be started', async () => {
    const lines: string[] = []
    const previews = openTestPreviews(() => Promise.reject(new Error('These secrets are not stored: KEY')))
    expect(await previews.deploy('shop', testVersion('1', {}, lines))).toEqual({
      outcome: 'failed',
      sentence: 'The program of this preview could not be started. Its log says why.',
    })
    expect(lines).toContain('The program could not be started: These secrets are not stored: KEY')
  })

  test('lets the requests of the former version end', async () => {
    const held: ServerResponse[] = []
    const { previews, serve, ask, openAt, runningIds } = await scene({}, (_request, response) => {
      response.write('begun ')
      held.push(response)
    })
    const one = testVersion('one')
    const two = testVersion('two')
    await previews.deploy('shop', one)
    serve('shop', one)
    const [answer] = (await once(openAt('shop', '/slow'), 'response')) as [IncomingMessage]
    await previews.deploy('shop', two)
    expect((await ask('shop')).text).toBe('two')
    expect(runningIds()).toEqual(['one', 'two'])
    held[0]!.end('ended')
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    expect(text).toBe('begun ended')
    await vi.waitUntil(() => runningIds().length === 1)
    expect(runningIds()).toEqual(['two'])
  })

  test('is stopped while it starts when its signal is aborted', async () => {
    const { previews, failing, runningIds, stateOf } = await scene()
    failing.add('slow')
    const stopping = new AbortController()
    const deployed = previews.deploy('shop', testVersion('slow'), stopping.signal)
    await vi.waitUntil(() => runningIds().length === 1)
    stopping.abort()
    expect(await deployed).toMatchObject({ outcome: 'failed' })
    expect([runningIds(), stateOf('shop')]).toEqual([[], undefined])
  })

  test('answers at once if it serves already', async () => {
    const { previews, started } = await scene()
    const version = testVersion('one')
    await previews.deploy('shop', version)
    expect(await previews.deploy('shop', version)).toEqual({ outcome: 'live' })
    expect(started).toHaveLength(1)
  })

  test('takes over from a site of files, and the other way round', async () => {
    const { previews, serve, ask, runningIds } = await scene()
    const files = await filesVersion('files', { 'index.html': 'files' })
    const program = testVersion('program')
    const again = { ...testVersion('again'), build: files.build }
    for (const [version, running] of [
      [files, []],
      [program, ['program']],
      [again, []],
    ] as const) {
      expect(await previews.deploy('shop', version)).toEqual({ outcome: 'live' })
      serve('shop', version)
      expect((await ask('shop')).text).toBe(version === program ? 'program' : 'files')
      expect(runningIds()).toEqual(running)
    }
  })
})

describe('a request that names an earlier version than one before it', () => {
  test('is answered by the later version, and takes no traffic back', async () => {
    const { previews, serve, ask, started } = await scene()
    const [first, second, third] = ['first', 'second', 'third'].map((id) => testVersion(id))
    for (const version of [first!, second!, third!]) {
      await previews.deploy('shop', version)
      serve('shop', version)
      expect((await ask('shop')).text).toBe(version.id)
    }
    for (const named of [first!, third!, second!, first!, third!]) {
      serve('shop', named)
      expect((await ask('shop')).text).toBe('third')
    }
    expect(started.map(({ id }) => id)).toEqual(['first', 'second', 'third'])
    expect(await previews.deploy('shop', second!)).toMatchObject({ outcome: 'failed' })
    expect((await ask('shop')).text).toBe('third')
    await previews.deploy('shop', testVersion('fourth'))
    expect(await previews.deploy('shop', third!)).toMatchObject({ outcome: 'failed' })
    expect((await ask('shop')).text).toBe('fourth')
  })

  test('is answered by the version that was recorded, once a deployment that never was is forgotten', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { previews, serve, ask } = await scene()
    const [first, recorded, stopped] = ['first', 'recorded', 'stopped'].map((id) => testVersion(id))
    await previews.deploy('shop', recorded!)
    serve('shop', recorded!)
    await ask('shop')
    await previews.deploy('shop', stopped!)
    expect((await ask('shop')).text).toBe('stopped')
    vi.setSystemTime(Date.now() + 60_000)
    serve('shop', first!)
    expect((await ask('shop')).text).toBe('stopped')
    serve('shop', recorded!)
    expect((await ask('shop')).text).toBe('recorded')
    vi.useRealTimers()
  })
})

describe('a version that another process has deployed', () => {
  test('takes over with the first request for it, which waits', async () => {
    const { serve, ask, runningIds } = await scene()
    serve('shop', testVersion('one'))
    expect((await ask('shop')).text).toBe('one')
    serve('shop', testVersion('two'))
    const answers = await Promise.all([ask('shop'), ask('shop'), ask('shop')])
    expect(answers.map(({ text }) => text)).toEqual(['two', 'two', 'two'])
    expect(runningIds()).toEqual(['two'])
  })
})

describe('a program without requests', () => {
  test('sleeps after a while, and the next requests wait until it runs again', async () => {
    const { previews, serve, ask, started, runningIds, stateOf } = await scene({ idleMs: 20 })
    const version = testVersion('one')
    await previews.deploy('shop', version)
    serve('shop', version)
    await vi.waitUntil(() => stateOf('shop') === 'sleeping')
    expect(runningIds()).toEqual([])
    const answers = await Promise.all([ask('shop'), ask('shop'), ask('shop')])
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(['200 one', '200 one', '200 one'])
    expect(started).toHaveLength(2)
  })

  test('stays awake if it is always on', async () => {
    const { previews, stateOf } = await scene({ idleMs: 0 })
    await previews.deploy('always', testVersion('always', { isAlwaysOn: true }))
    await previews.deploy('shop', testVersion('one'))
    await vi.waitUntil(() => stateOf('shop') === 'sleeping')
    expect(stateOf('always')).toBe('running')
  })

  test.runIf(isLong)(
    'makes place for another: the longest idle one sleeps, and 200 previews hold as many programs as may run',
    async () => {
      const { serve, ask, runningIds, previews } = await scene({ running: 3 })
      const labels = Array.from({ length: 200 }, (_, at) => `p${at}`)
      for (const label of labels) {
        serve(label, testVersion(label))
        expect((await ask(label)).text).toBe(label)
      }
      await vi.waitUntil(() => runningIds().length === 3)
      expect(runningIds()).toEqual(['p197', 'p198', 'p199'])
      expect(previews.statuses().filter(({ state }) => state === 'sleeping')).toHaveLength(197)
      expect((await ask('p0')).text).toBe('p0')
    },
  )

  test.runIf(isLong)('200 previews that sleep have no program, and each wakes with its next request', async () => {
    const { serve, ask, runningIds, previews } = await scene({ running: 200, idleMs: 10 })
    const labels = Array.from({ length: 200 }, (_, at) => `p${at}`)
    for (const label of labels) serve(label, testVersion(label))
    await Promise.all(labels.map((label) => ask(label)))
    await vi.waitUntil(() => previews.statuses().every(({ state }) => state === 'sleeping'))
    expect(previews.statuses()).toHaveLength(200)
    expect(runningIds()).toEqual([])
    expect(await ask('p42')).toMatchObject({ status: 200, text: 'p42' })
  })

  test('503 where all programs that may run answer requests', async () => {
    const held: ServerResponse[] = []
    const { serve, ask, openAt, stateOf } = await scene({ running: 1 }, (_request, response) => {
      response.write('begun')
      held.push(response)
    })
    serve('one', testVersion('one'))
    serve('two', testVersion('two'))
    await once(openAt('one', '/slow'), 'response')
    expect(await ask('two')).toMatchObject({
      status: 503,
      text: 'All 1 running previews are in use. Try again in a minute.\n',
    })
    expect([stateOf('one'), stateOf('two')]).toEqual(['running', 'sleeping'])
    held[0]!.end()
  })

  test('a workspace with all places loses a place to another workspace, and none to itself', async () => {
    const { serve, ask, openAt, runningIds } = await scene({ running: 3 }, (_request, response) => {
      response.write('begun')
    })
    const of = (workspace: string, id: string) => serve(id, testVersion(id, { workspace }))
    for (const id of ['a1', 'a2', 'a3', 'a4']) of('a', id)
    for (const id of ['b1', 'b2']) of('b', id)
    for (const id of ['a1', 'a2', 'a3']) await once(openAt(id, '/slow'), 'response')
    expect((await ask('a4')).status).toBe(503)
    await once(openAt('b1', '/slow'), 'response')
    expect(runningIds()).toEqual(['a2', 'a3', 'b1'])
    // With one more, the other workspace would have more than the first.
    expect((await ask('b2')).status).toBe(503)
  })

  test('a site takes one place while its version is replaced', async () => {
    const { previews, stateOf } = await scene({ running: 1 })
    await previews.deploy('shop', testVersion('one'))
    expect(await previews.deploy('shop', testVersion('two'))).toEqual({ outcome: 'live' })
    expect(stateOf('shop')).toBe('running')
  })
})

describe('a program that crashes', () => {
  test('reports it, waits before the next start, and answers again afterwards', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const lines: string[] = []
    const { serve, ask, started, previews } = await scene()
    serve('shop', testVersion('one', {}, lines))
    await ask('shop')
    for (const [failures, waitMs] of [1_000, 2_000, 4_000].entries()) {
      started.at(-1)!.program.crash('The program ended with exit code 7.')
      await vi.waitUntil(() => previews.statuses()[0]?.state === 'crashing')
      expect(previews.statuses()[0]?.sentence).toBe('The program ended with exit code 7.')
      const refused = await ask('shop')
      expect(refused).toMatchObject({ status: 503, text: 'The program ended with exit code 7.\n' })
      expect(started).toHaveLength(failures + 1)
      expect(lines.at(-1)).toBe(
        `The program ended with exit code 7. It is started again in ${waitMs / 1_000} seconds at the earliest.`,
      )
      vi.setSystemTime(Date.now() + waitMs)
      expect((await ask('shop')).text).toBe('one')
    }
    vi.useRealTimers()
  })

  test('is started again automatically if it is always on', async () => {
    const { previews, started, stateOf } = await scene()
    await previews.deploy('shop', testVersion('one', { isAlwaysOn: true }))
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    started[0]!.program.crash('The program ended with exit code 1.')
    await Promise.resolve()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await vi.waitUntil(() => stateOf('shop') === 'running')
    expect(started).toHaveLength(2)
  })
})

describe('a site', () => {
  test('is put to sleep at once, and wakes with the next request', async () => {
    const { previews, serve, ask, runningIds } = await scene()
    serve('shop', testVersion('one'))
    await ask('shop')
    await previews.sleep('shop')
    expect(runningIds()).toEqual([])
    expect((await ask('shop')).text).toBe('one')
  })

  test('is forgotten with its program when its build is removed', async () => {
    const { previews, serve, ask, runningIds } = await scene()
    serve('shop', testVersion('one'))
    await ask('shop')
    await previews.remove('shop')
    expect([runningIds(), previews.statuses()]).toEqual([[], []])
  })

  test('starts no program while the server stops', async () => {
    const { previews, serve, ask, started } = await scene()
    await previews.close()
    serve('shop', testVersion('one'))
    expect((await ask('shop')).status).toBe(503)
    expect(started).toEqual([])
  })
})
