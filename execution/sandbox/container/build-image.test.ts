import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { testLimits } from '../../../testing/sandbox/conformance-scene.ts'
import type { SandboxDriver } from '../sandbox.ts'
import { buildImage, programOf } from './build-image.ts'
import type { Engine } from './engine.ts'

/** An engine like Docker that gives this answer to a build, has these images, and is busy with one of them at first. */
const dockerWith = (answer: () => Promise<Readable>, images: Readonly<Record<string, object>> = {}) => {
  const removed: string[] = []
  const busy = new Set(['cccccccccccc'])
  const getImage = (id: string) => ({
    inspect: async () => {
      if (!images[id]) throw new Error('no such image')
      return { RepoTags: [], RepoDigests: null, ...images[id] }
    },
    remove: async () => {
      if (busy.delete(id)) throw Object.assign(new Error('in use'), { statusCode: 409 })
      removed.push(id)
    },
  })
  const engine = { docker: { getImage, buildImage: answer }, isPodman: false } as unknown as Engine
  const place = { tree: tmpdir(), dockerfile: 'Dockerfile', into: tmpdir(), limits: testLimits }
  const rest = { onOutput: () => undefined, signal: new AbortController().signal }
  return { removed, build: () => buildImage(engine, {} as SandboxDriver, { ...place, ...rest }) }
}

test('a Dockerfile that Docker cannot read is a build that failed, and any other answer an error', async () => {
  const answering = (statusCode: number) => async () => {
    throw Object.assign(new Error(`(HTTP code ${statusCode}) unexpected - unknown instruction: NOTHING `), {
      statusCode,
    })
  }
  expect(await dockerWith(answering(400)).build()).toEqual({
    failed: 'The image could not be built: unknown instruction: NOTHING',
  })
  await expect(dockerWith(answering(500)).build()).rejects.toThrow('HTTP code 500')
})

test('layers that Docker keeps of a build that failed are removed, and no image with a name or without a parent', async () => {
  const said = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', 'dddddddddddd', 'eeeeeeeeeeee']
  const lines = [...said.map((id) => ({ stream: ` ---> ${id}\n` })), { error: 'exit 3' }]
  const answer = async () => Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`))
  const images = {
    aaaaaaaaaaaa: { Parent: '' },
    bbbbbbbbbbbb: { Parent: 'aaaaaaaaaaaa' },
    cccccccccccc: { Parent: 'bbbbbbbbbbbb' },
    dddddddddddd: { Parent: 'aaaaaaaaaaaa', RepoTags: ['other:latest'] },
  }
  const { build, removed } = dockerWith(answer, images)
  expect(await build()).toEqual({ failed: 'The image could not be built: exit 3' })
  expect(removed.filter((id) => said.includes(id))).toEqual(['cccccccccccc', 'bbbbbbbbbbbb'])
})

test.each([
  ['CMD alone', { Cmd: ['node', 'a.js'] }, ['node', 'a.js']],
  ['ENTRYPOINT before CMD', { Entrypoint: ['node'], Cmd: ['a.js'] }, ['node', 'a.js']],
  ['a text', { Entrypoint: null, Cmd: 'serve' }, ['serve']],
])('an image runs %s', (_what, config, argv) => {
  expect(programOf(config)).toEqual({ argv, cwd: '/', environment: {}, port: undefined })
})

test.each([{}, { Cmd: null, Entrypoint: null }, { Cmd: [] }, { Cmd: [''] }])('%j runs nothing', (config) => {
  expect(programOf(config)).toBeUndefined()
})

test('folder, variables and the first TCP port are taken as far as they make sense', () => {
  expect(
    programOf({
      Cmd: ['x'],
      WorkingDir: '/shop',
      Env: ['A=b=c', 'EMPTY=', 'not a variable', '1X=y', 'LINES=a\nb'],
      ExposedPorts: { '53/udp': {}, '70000/tcp': {}, '8080/tcp': {}, '9090/tcp': {} },
    }),
  ).toEqual({ argv: ['x'], cwd: '/shop', environment: { A: 'b=c', EMPTY: '', LINES: 'a\nb' }, port: 8080 })
})
