import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../../../testing/runner/costs.ts'
import { planPreview } from './plan.ts'
import type { PreviewFiles } from './plan-files.ts'
import type { PreviewOverride } from '../preview.ts'

const commit = (texts: Readonly<Record<string, string>>): PreviewFiles => ({
  paths: Object.keys(texts),
  texts: new Map(Object.entries(texts)),
})

const node = (manifest: object, more: Readonly<Record<string, string>> = {}) =>
  commit({ 'package.json': JSON.stringify(manifest), ...more })

test.each([
  ['an index.html', { 'index.html': '' }, '.'],
  ['an index.html beside a manifest that builds nothing', { 'index.html': '', 'package.json': '{"name":"a"}' }, '.'],
  ['the folder public', { 'public/index.html': '', 'README.md': '' }, 'public'],
  ['the folder docs', { 'docs/index.html': '', 'go.mod': '' }, 'docs'],
])('%s is served as it is', (_, texts, output) => {
  expect(planPreview(commit(texts))).toMatchObject({ kind: 'static', build: [], output, start: null, healthPath: '/' })
})

test.each([
  ['Vite', { devDependencies: { vite: '8' }, scripts: { build: 'vite build' } }, 'npm run build', 'dist', false],
  ['Vite with React', { dependencies: { react: '19', vite: '8' }, scripts: {} }, 'vite build', 'dist', true],
  [
    'a start script for development',
    { dependencies: { vite: '8' }, scripts: { start: 'vite' } },
    'vite build',
    'dist',
    false,
  ],
  [
    'Create React App',
    {
      dependencies: { 'react-scripts': '5', react: '18' },
      scripts: { start: 'react-scripts start', build: 'react-scripts build' },
    },
    'npm run build',
    'build',
    true,
  ],
  [
    'Eleventy',
    { devDependencies: { '@11ty/eleventy': '3' }, scripts: { start: 'eleventy --serve' } },
    'eleventy',
    '_site',
    false,
  ],
  [
    'Astro',
    { dependencies: { astro: '5', react: '19' }, scripts: { build: 'astro build' } },
    'npm run build',
    'dist',
    false,
  ],
  ['a build script alone', { scripts: { build: 'node build.js' } }, 'npm run build', 'dist', false],
] as const)('%s makes a site of files', (_, manifest, build, output, isSinglePage) => {
  expect(planPreview(node(manifest))).toMatchObject({ kind: 'static', build: [build], output, isSinglePage })
})

const fixture = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures', name), 'utf8')) as Record<string, string>

// Configurations as repositories write them; the addresses are places where other hosts had this fault.
const exported: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['in one line (zjy365/aster#38)', fixture('next-export-one-line.json'), 'out'],
  ['with a quoted key (lulldev/chroma-ui#5)', { 'next.config.js': 'module.exports = {"output": "export"}' }, 'out'],
  ['in a file .mts', { 'next.config.mts': "export default { output: 'export' as const } satisfies Config" }, 'out'],
  [
    'with another folder',
    { 'next.config.mjs': "const config = { distDir: './build', output: 'export' }\nexport default config" },
    'build',
  ],
  ['with a folder outside', { 'next.config.js': "module.exports = { output: 'export', distDir: '../x' }" }, 'out'],
  ['behind a byte-order mark', { 'next.config.js': "\ufeffmodule.exports = { output: 'export' }" }, 'out'],
]
test.each(exported)('an export of Next.js %s is a site of files', (_, more, output) => {
  const files = node({ dependencies: { next: '15' }, scripts: { build: 'next build' } }, more)
  expect(planPreview(files)).toMatchObject({ kind: 'static', output })
})

test.each(["// output: 'export'\nmodule.exports = {}", "module.exports = { output: 'standalone' }", '{{{'])(
  'settings of Next.js without an export make a program: %s',
  (config) => {
    const files = node({ dependencies: { next: '15' }, scripts: { start: 'next dev' } }, { 'next.config.js': config })
    expect(planPreview(files)).toMatchObject({ kind: 'node', start: 'next start -H 127.0.0.1 -p "$PORT"' })
  },
)

test('a build script that exports with Next.js 13 makes a site of files', () => {
  const files = node({ dependencies: { next: '13' }, scripts: { build: 'next build && next export' } })
  expect(planPreview(files)).toMatchObject({ kind: 'static', output: 'out' })
})

test.each([
  ['vite', 'vite.config.ts', "export default defineConfig({ build: { outDir: 'public_html' } })", 'public_html'],
  ['astro', 'astro.config.mjs', 'export default { "outDir": "./site" }', 'site'],
])('the folder that the settings of %s name is served', (tool, path, config, output) => {
  expect(planPreview(node({ devDependencies: { [tool]: '8' } }, { [path]: config }))).toMatchObject({ output })
})

test('files with a byte-order mark are read (parcel-bundler/parcel#8378, vitejs/vite#18911)', () => {
  expect(planPreview(commit(fixture('bom-package.json')))).toMatchObject({ start: 'npm run start' })
  const procfile = commit({ 'package.json': '{}', Procfile: '\ufeffweb: node a.js\n' })
  expect(planPreview(procfile)).toMatchObject({ start: 'node a.js' })
})

test('Angular puts its files below the folder that angular.json names', () => {
  const build = { builder: '@angular/build:application', options: { outputPath: 'dist/shop' } }
  const files = node(
    { dependencies: { '@angular/cli': '20' }, scripts: { start: 'ng serve', build: 'ng build' } },
    { 'angular.json': JSON.stringify({ projects: { shop: { architect: { build } } } }) },
  )
  expect(planPreview(files)).toMatchObject({ kind: 'static', output: 'dist/shop/browser', isSinglePage: true })
})

test('a folder outside the repository in angular.json is not taken', () => {
  const build = { options: { outputPath: '../../etc' } }
  const files = node(
    { dependencies: { '@angular/cli': '20' } },
    { 'angular.json': JSON.stringify({ projects: { shop: { architect: { build } } } }) },
  )
  expect(planPreview(files)).toMatchObject({ output: 'dist' })
})

test.each([
  ['a start script', { scripts: { start: 'node server.js', build: 'tsc' } }, {}, ['npm run build'], 'npm run start'],
  [
    'Next.js',
    { dependencies: { next: '16' }, scripts: { build: 'next build', start: 'next start' } },
    {},
    ['npm run build'],
    'npm run start',
  ],
  [
    'Express without a start script',
    { main: './api.js', dependencies: { express: '5' } },
    { 'api.js': '' },
    [],
    'node api.js',
  ],
  ['a server.js', { name: 'shop' }, { 'server.js': '' }, [], 'node server.js'],
  [
    'a Procfile',
    { scripts: { start: 'vite', build: 'vite build' } },
    { Procfile: 'release: x\nweb: node server.js\n' },
    ['npm run build'],
    'node server.js',
  ],
  [
    'SvelteKit without an adapter for Node',
    { devDependencies: { '@sveltejs/kit': '^2.5.0', vite: '^7.3.2' }, scripts: { build: 'vite build' } },
    {},
    ['npm run build'],
    'vite preview --configLoader runner --host 127.0.0.1 --port "$PORT"',
  ],
  [
    'Yarn 4',
    { scripts: { start: 'node .' } },
    { 'yarn.lock': '# Lock\n\n__metadata:\n  version: 8\n' },
    [],
    'yarn run start',
  ],
])('%s makes a program of Node', (_, manifest, more, build, start) => {
  expect(planPreview(node(manifest, more))).toMatchObject({ kind: 'node', build, start, isSinglePage: false })
})

test('an export of Next.js is a site of files', () => {
  const files = node(
    { dependencies: { next: '16' }, scripts: { build: 'next build' } },
    { 'next.config.mjs': "export default {\n  output: 'export',\n}\n" },
  )
  expect(planPreview(files)).toMatchObject({ kind: 'static', output: 'out', build: ['npm run build'] })
})

test('the file that `main` names gets into no command if a shell would read more than a path', () => {
  const files = node({ main: 'a.js; rm -rf /', dependencies: { express: '5' } }, { 'a.js; rm -rf /': '', 'app.js': '' })
  expect(planPreview(files)).toMatchObject({ start: 'node app.js' })
})

test.each([
  [
    'Django',
    { 'manage.py': '', 'shop/wsgi.py': '', 'requirements.txt': 'Django==5.2\ngunicorn>=23\n' },
    'python3 -m gunicorn --bind "127.0.0.1:$PORT" shop.wsgi:application',
  ],
  [
    'Django without a server',
    { 'manage.py': '', 'requirements.txt': 'Django==5.2\n' },
    'python3 manage.py runserver --noreload "127.0.0.1:$PORT"',
  ],
  [
    'Flask',
    { 'app.py': 'from flask import Flask\n\nshop = Flask(__name__)\n', 'requirements.txt': 'flask\n' },
    'python3 -m flask --app app:shop run --host 127.0.0.1 --port "$PORT"',
  ],
  [
    'FastAPI',
    {
      'app/main.py': 'app: FastAPI = FastAPI()\n',
      'pyproject.toml': '[project]\ndependencies = ["fastapi>=0.1", "uvicorn[standard]"]\n',
    },
    'python3 -m uvicorn --host 127.0.0.1 --port "$PORT" app.main:app',
  ],
  [
    'FastAPI with its own server',
    { 'main.py': 'app = fastapi.FastAPI()\n', 'requirements.txt': 'fastapi[standard]==0.1\n' },
    'python3 -m uvicorn --host 127.0.0.1 --port "$PORT" main:app',
  ],
  [
    'a package in src',
    { 'src/app.py': 'app = Flask("a")\n', 'requirements.txt': 'gunicorn' },
    'PYTHONPATH="$PWD/src:$PYTHONPATH" python3 -m gunicorn --bind "127.0.0.1:$PORT" app:app',
  ],
  ['server.py', { 'server.py': 'import http.server' }, 'python3 server.py'],
])('%s makes a program of Python', (_, texts, start) => {
  expect(planPreview(commit(texts))).toMatchObject({ kind: 'python', build: [], start })
})

test.each([
  ['a Dockerfile alone', { Dockerfile: 'FROM scratch' }, 'takes the sandbox driver container'],
  ['a file of Compose alone', { 'compose.yaml': 'services: {}' }, 'read a Dockerfile alone'],
  ['a program in Go', { 'go.mod': 'module shop' }, 'program in Go'],
  [
    'an ASGI application without a server',
    { 'main.py': 'app = FastAPI()\n', 'requirements.txt': 'fastapi' },
    'Add uvicorn',
  ],
  ['a library', { 'package.json': '{"name":"a","scripts":{"test":"vitest"}}' }, 'no build or start script'],
  ['no file', {}, 'no index.html'],
])('%s is refused with a sentence', (_, texts, words) => {
  expect(planPreview(commit(texts))).toEqual({ refused: expect.stringContaining(words) })
})

const images = { buildsImages: true }

test('a Dockerfile is taken if an engine builds images and nothing else fits, or the project asks for it', () => {
  const alone = commit({ Dockerfile: 'FROM scratch', 'main.go': 'package main' })
  const image = { kind: 'dockerfile', build: [], start: null, healthPath: '/' }
  expect(planPreview(alone, {}, images)).toMatchObject(image)
  expect(planPreview(alone, { build: 'make', healthPath: '/up' }, images)).toMatchObject({
    ...image,
    healthPath: '/up',
  })
  expect(planPreview(alone, { kind: 'dockerfile', start: './shop' }, images)).toMatchObject({
    ...image,
    start: './shop',
  })
  const beside = commit({ Dockerfile: 'FROM scratch', 'index.html': 'start' })
  expect(planPreview(beside, {}, images)).toMatchObject({ kind: 'static' })
  expect(planPreview(beside, { kind: 'dockerfile' }, images)).toMatchObject(image)
  expect(planPreview(commit({}), { kind: 'dockerfile' }, images)).toEqual({
    refused: expect.stringContaining('none at its root'),
  })
  expect(planPreview(beside, { kind: 'dockerfile' })).toEqual({ refused: expect.stringContaining('driver container') })
})

test.each<[string, PreviewOverride, object]>([
  ['its build', { build: 'make site' }, { kind: 'static', build: ['make site'], output: 'dist' }],
  ['no build', { build: '' }, { kind: 'static', build: [] }],
  ['its output', { output: './web/dist/' }, { kind: 'static', output: 'web/dist' }],
  ['a start command', { start: 'node main.js' }, { kind: 'node', start: 'node main.js', build: ['npm run build'] }],
  ['a health path', { healthPath: '/healthz' }, { healthPath: '/healthz' }],
  ['several pages', { singlePage: false }, { isSinglePage: false }],
  ['files, though it has a start command', { kind: 'static', start: 'node .' }, { kind: 'static', start: null }],
])('a project sets %s in place of what its files say', (_, override, plan) => {
  const files = node({ dependencies: { vite: '8', react: '19' }, scripts: { build: 'vite build' } })
  expect(planPreview(files, override)).toMatchObject(plan)
})

test.each<[string, PreviewOverride]>([
  ['an output outside the repository', { output: '../secrets' }],
  ['an absolute output', { output: '/etc' }],
  ['the folder of git', { output: 'a/.git' }],
  ['a health path with a space', { healthPath: '/a b' }],
  ['a health path of another host', { healthPath: 'http://elsewhere/' }],
  ['a NUL in a command', { start: 'a\0b' }],
  ['a program of Node that no file starts', { kind: 'node' }],
])('%s is refused', (_, override) => {
  expect(planPreview(commit({ 'index.html': '' }), override)).toHaveProperty('refused')
})

test('a program in another language is served by the start command of its project', () => {
  const plan = planPreview(commit({ 'go.mod': 'module shop' }), { build: 'go build -o shop', start: './shop' })
  expect(plan).toMatchObject({ kind: 'node', build: ['go build -o shop'], start: './shop' })
})

const manifests = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .record({ scripts: fc.jsonValue(), dependencies: fc.jsonValue(), main: fc.jsonValue() })
    .map((one) => JSON.stringify(one)),
  fc.constant(`${'{"scripts":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  fc.constant(
    '{"scripts":{"build":["a"],"start":{"__proto__":"x"}},"dependencies":"next","__proto__":{"scripts":{"start":"x"}}}',
  ),
  fc.constant(`{"scripts":{"start":"${'a '.repeat(3_000)}"}}`),
)

test('any package.json, settings and paths give a plan inside the repository, or a sentence', () => {
  const paths = fc.array(
    fc.constantFrom('index.html', 'server.js', 'Procfile', 'main.py', 'a/b/../c', 'requirements.txt'),
  )
  fc.assert(
    fc.property(
      manifests,
      paths,
      fc.string(),
      fc.option(fc.string(), { nil: undefined }),
      (manifest, others, text, output) => {
        const files = {
          paths: ['package.json', ...others],
          texts: new Map([['package.json', manifest], ...others.map((path) => [path, text] as const)]),
        }
        const plan = planPreview(files, { output })
        if ('refused' in plan) {
          expect(plan.refused.length).toBeLessThan(500)
          return
        }
        expect(plan.output.split('/')).not.toContain('..')
        expect(plan.output.startsWith('/')).toBe(false)
        expect(plan.start === null).toBe(plan.kind === 'static')
        expect([...plan.build, plan.start ?? ''].every((command) => command.length <= 5_100)).toBe(true)
      },
    ),
  )
})

test('a package.json of a million pieces is read within seconds', () => {
  const deep = `{"scripts":{"start":"node ."},"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
  const wide = `{"dependencies":{${Array.from({ length: 40_000 }, (_, at) => `"p${at}":"1"`).join()}},"scripts":{"start":"node ."}}`
  const startedMs = cpuTime().ownMs
  for (const text of [deep, wide, '{'.repeat(1_000_000)]) planPreview(commit({ 'package.json': text }))
  expect(cpuTime().ownMs - startedMs).toBeLessThan(5_000)
})
