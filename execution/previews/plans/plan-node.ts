import { programDraft, siteDraft, type PlanDraft } from './plan-draft.ts'
import { objectIn, objectOf, pathInTree, textIn, textOf, type PreviewFiles, configNames } from './plan-files.ts'
import { programOf, visitNodes } from '../../probes/javascript/program.ts'

/** The fields of a package.json, as far as it can be read. */
interface NodeProject {
  readonly files: PreviewFiles
  readonly has: (...names: readonly string[]) => boolean
  /** The versions of a package, as the manifest has them. */
  readonly range: (name: string) => string | undefined
  readonly script: (name: string) => string | undefined
  /** The shell command that runs a script of the package. */
  readonly run: (name: string) => string
}

/** The plan for building and serving the package at the root; undefined without a package, or if it defines neither. */
export const draftForNode = (files: PreviewFiles): PlanDraft | undefined => {
  if (!files.paths.includes('package.json')) return undefined
  const project = projectOf(files)
  return draftForFramework(project) ?? draftForStart(project) ?? draftForSite(project) ?? draftForServer(project)
}

/** The build scripts of the package at the root, for a program that something else starts. */
export const buildsOfNode = (files: PreviewFiles): readonly string[] => buildOf(projectOf(files))

const projectOf = (files: PreviewFiles): NodeProject => {
  const manifest = objectOf(files, 'package.json')
  const scripts = objectIn(manifest, 'scripts')
  const packages = ['dependencies', 'devDependencies'].map((list) => objectIn(manifest, list))
  // Packages of Yarn 2 and later may lie in archives that only Yarn's own commands find.
  const runner = textOf(files, 'yarn.lock').includes('\n__metadata:') ? 'yarn run' : 'npm run'
  return {
    files,
    has: (...names) => names.some((name) => packages.some((list) => Object.hasOwn(list, name))),
    range: (name) => packages.map((list) => textIn(list, name)).find((one) => one !== undefined),
    script: (name) => textIn(scripts, name),
    run: (name) => `${runner} ${name}`,
  }
}

const buildOf = ({ script, run }: NodeProject, otherwise?: string): readonly string[] => {
  if (script('build') !== undefined) return [run('build')]
  return otherwise === undefined ? [] : [otherwise]
}

/** Frameworks that make a program or files, by their settings. */
const draftForFramework = (project: NodeProject): PlanDraft | undefined => {
  const { has } = project
  if (has('next')) return draftForNext(project)
  if (has('nuxt')) return draftForNuxt(project)
  if (has('@sveltejs/kit')) return draftForSvelteKit(project)
  if (has('@angular/cli')) return draftForAngular(project)
  if (!has('@astrojs/node') || !has('astro')) return undefined
  return programDraft({
    kind: 'node',
    foundBy: 'The package.json has Astro with its adapter for Node.',
    build: buildOf(project, 'astro build'),
    start: 'node ./dist/server/entry.mjs',
  })
}

const draftForNext = (project: NodeProject): PlanDraft => {
  const { files, script, run } = project
  const build = buildOf(project, 'next build')
  if (configTexts(files, 'next.config', ['output']).output === 'export') {
    const output = configFolder(files, 'next.config', 'distDir', 'out')
    return siteDraft({ foundBy: 'The settings of Next.js ask for an export as files.', build, output })
  }
  if (/(?:^|[\s;&])next export(?:[\s;&]|$)/.test(script('build') ?? ''))
    return siteDraft({ foundBy: 'The build script exports files with Next.js.', build, output: 'out' })
  const own = script('start')
  const isOwn = own !== undefined && !isForDevelopment(own)
  const start = isOwn ? run('start') : 'next start -H 127.0.0.1 -p "$PORT"'
  return programDraft({ kind: 'node', foundBy: 'The package.json has Next.js.', build, start })
}

const draftForNuxt = (project: NodeProject): PlanDraft => {
  const { script } = project
  const build = buildOf(project, 'nuxt build')
  if (script('build')?.includes('generate'))
    return siteDraft({ foundBy: 'The build script generates files with Nuxt.', build, output: '.output/public' })
  return programDraft({
    kind: 'node',
    foundBy: 'The package.json has Nuxt.',
    build,
    start: 'node .output/server/index.mjs',
  })
}

const draftForSvelteKit = (project: NodeProject): PlanDraft => {
  const build = buildOf(project, 'vite build')
  if (project.has('@sveltejs/adapter-static'))
    return siteDraft({ foundBy: 'The package.json has SvelteKit with its adapter for files.', build, output: 'build' })
  const forNode = 'The package.json has SvelteKit with its adapter for Node.'
  if (project.has('@sveltejs/adapter-node'))
    return programDraft({ kind: 'node', foundBy: forNode, build, start: 'node build' })
  // Without the loader, Vite writes a file into the tree, which programs of previews cannot.
  const loader = majorOf(project.range('vite')) >= 7 ? '--configLoader runner ' : ''
  const start = `vite preview ${loader}--host 127.0.0.1 --port "$PORT"`
  return programDraft({ kind: 'node', foundBy: 'The package.json has SvelteKit.', build, start })
}

const majorOf = (range: string | undefined) => Number(/\d+/.exec(range ?? '')?.[0] ?? 0)

const draftForAngular = (project: NodeProject): PlanDraft | undefined => {
  if (project.script('start') !== undefined && !isForDevelopment(project.script('start')!)) return undefined
  return siteDraft({
    foundBy: 'The package.json has Angular.',
    build: buildOf(project, 'ng build'),
    output: angularOutput(project.files),
    isSinglePage: true,
  })
}

/** The folder of the first project in angular.json. Its newer builder puts the files for browsers into one below it. */
const angularOutput = (files: PreviewFiles): string => {
  const projects = objectIn(objectOf(files, 'angular.json'), 'projects')
  const [name = ''] = Object.keys(projects)
  const target = objectIn(objectIn(objectIn(projects, name), 'architect'), 'build')
  const options = objectIn(target, 'options')
  const base = textIn(options, 'outputPath') ?? textIn(objectIn(options, 'outputPath'), 'base') ?? `dist/${name}`
  const folder = textIn(target, 'builder')?.endsWith(':application') ? `${base}/browser` : base
  return pathInTree(folder) ?? 'dist'
}

const developmentServers =
  /(?:^|[\s/&;])(?:react-scripts|vue-cli-service|ng|vite|parcel|webpack|webpack-dev-server|rollup|gatsby|docusaurus|eleventy|hexo|astro|vitepress|next dev|serve|http-server|live-server|nodemon|browser-sync)(?=\s|$)/

/** Whether a start script serves files while people work on them, or files that a build makes. */
const isForDevelopment = (script: string) => developmentServers.test(script)

const draftForStart = (project: NodeProject): PlanDraft | undefined => {
  const script = project.script('start')
  if (script === undefined || isForDevelopment(script)) return undefined
  const foundBy = 'The package.json has a start script.'
  return programDraft({ kind: 'node', foundBy, build: buildOf(project), start: project.run('start') })
}

interface SiteTool {
  readonly package: string
  readonly name: string
  readonly build: string
  readonly output: string
  /** Its settings, where their `outDir` names another folder. */
  readonly config?: string
}

const siteTools: readonly SiteTool[] = [
  { package: 'react-scripts', name: 'Create React App', build: 'react-scripts build', output: 'build' },
  { package: '@vue/cli-service', name: 'Vue CLI', build: 'vue-cli-service build', output: 'dist' },
  { package: 'gatsby', name: 'Gatsby', build: 'gatsby build', output: 'public' },
  { package: '@docusaurus/core', name: 'Docusaurus', build: 'docusaurus build', output: 'build' },
  { package: '@11ty/eleventy', name: 'Eleventy', build: 'eleventy', output: '_site' },
  { package: 'hexo', name: 'Hexo', build: 'hexo generate', output: 'public' },
  { package: 'astro', name: 'Astro', build: 'astro build', output: 'dist', config: 'astro.config' },
  { package: 'vite', name: 'Vite', build: 'vite build', output: 'dist', config: 'vite.config' },
  { package: 'parcel', name: 'Parcel', build: 'parcel build', output: 'dist' },
  { package: 'webpack', name: 'webpack', build: 'webpack --mode production', output: 'dist' },
]

const pageLibraries = ['react', 'preact', 'vue', 'svelte', 'solid-js', '@angular/core']
const withPagesOfTheirOwn = ['gatsby', '@docusaurus/core', '@11ty/eleventy', 'hexo', 'astro']

const draftForSite = (project: NodeProject): PlanDraft | undefined => {
  if (project.has('vitepress')) return draftForVitePress(project)
  const tool = siteTools.find(({ package: name }) => project.has(name))
  if (tool)
    return siteDraft({
      foundBy: `The package.json has ${tool.name}.`,
      build: buildOf(project, tool.build),
      output: tool.config === undefined ? tool.output : configFolder(project.files, tool.config, 'outDir', tool.output),
      isSinglePage: project.has(...pageLibraries) && !withPagesOfTheirOwn.includes(tool.package),
    })
  if (project.script('build') === undefined || project.has(...serverPackages)) return undefined
  const foundBy = 'The package.json has a build script, and nothing that starts a program.'
  return siteDraft({ foundBy, build: buildOf(project), output: 'dist' })
}

const draftForVitePress = (project: NodeProject): PlanDraft => {
  const folder = project.files.paths.some((path) => path.startsWith('docs/.vitepress/')) ? 'docs/' : ''
  const build = project.script('build') ?? project.script('docs:build')
  const script = project.script('build') === undefined ? 'docs:build' : 'build'
  return siteDraft({
    foundBy: 'The package.json has VitePress.',
    build: [build === undefined ? `vitepress build ${folder || '.'}` : project.run(script)],
    output: `${folder}.vitepress/dist`,
  })
}

const serverPackages = ['express', 'fastify', 'koa', 'hono', '@hapi/hapi', 'polka', 'restify', 'h3', 'ws', 'socket.io']
const serverFiles = 'server.js server.mjs server.ts app.js app.mjs index.js index.mjs src/index.js'.split(' ')

/** `npm start` runs server.js without a start script; other files count beside a library for servers. */
const draftForServer = (project: NodeProject): PlanDraft | undefined => {
  const { files, has } = project
  const paths = new Set(files.paths)
  const main = textIn(objectOf(files, 'package.json'), 'main')
  const mainPath = main === undefined ? undefined : pathInTree(main)
  const isFile = mainPath !== undefined && paths.has(mainPath) && /^[\w./-]+$/.test(mainPath)
  const candidates = has(...serverPackages) ? [...(isFile ? [mainPath] : []), ...serverFiles] : ['server.js']
  const found = candidates.find((path) => paths.has(path))
  if (found === undefined) return undefined
  return programDraft({
    kind: 'node',
    foundBy: `The package.json has no start script, and ${found} looks like a server.`,
    build: buildOf(project),
    start: `node ${found}`,
  })
}

// Settings that people write are smaller, and parsing takes time.
const configMostChars = 65_536

/** Texts that the settings of a tool, such as `next.config`, give properties of these names; the last of each counts. */
const configTexts = (files: PreviewFiles, config: string, names: readonly string[]) => {
  const found: Record<string, string> = {}
  const path = configNames(config).find((one) => files.paths.includes(one))
  const text = path === undefined ? '' : textOf(files, path)
  const program = text.length > configMostChars ? undefined : programOf({ path: path ?? '', text })
  if (!program) return found
  visitNodes(program, (node) => {
    if (node.type !== 'ObjectProperty' || node.computed) return
    const { key, value } = node
    const name = key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : ''
    const literal = value.type === 'TSAsExpression' ? value.expression : value
    if (names.includes(name) && literal.type === 'StringLiteral') found[name] = literal.value
  })
  return found
}

/** A folder below the tree that the settings of a tool name, else the tool's default folder. */
const configFolder = (files: PreviewFiles, config: string, name: string, otherwise: string): string => {
  const folder = configTexts(files, config, [name])[name]
  return (folder === undefined ? undefined : pathInTree(folder)) ?? otherwise
}
