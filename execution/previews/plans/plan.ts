import { programDraft, siteDraft, siteFolders, type PlanDraft } from './plan-draft.ts'
import { pathInTree, textOf, type PreviewFiles } from './plan-files.ts'
import { buildsOfNode, draftForNode } from './plan-node.ts'
import { draftForPython, isPython } from './plan-python.ts'
import type { NoPreview, PreviewKind, PreviewOverride, PreviewPlan } from '../preview.ts'

/**
 * How a commit is built and served, by its files and the settings of its project, which win; else a sentence for people
 * with the reason why it has no preview. `buildsImages` is true if a container engine does. A pure function of all.
 */
export const planPreview = (files: PreviewFiles, override: PreviewOverride = {}, { buildsImages = false } = {}) => {
  const fault = faultOf(override)
  if (fault !== undefined) return { refused: fault }
  const draft = draftOf(files, override, buildsImages)
  if ('refused' in draft) return draft
  const { build, output, start, healthPath = '/', singlePage } = override
  const isProgram = draft.kind !== 'static'
  return {
    kind: draft.kind,
    foundBy: draft.foundBy,
    build: build === undefined || draft.kind === 'dockerfile' ? draft.build : build.trim() === '' ? [] : [build],
    output: (isProgram ? undefined : output && pathInTree(output)) ?? draft.output,
    start: isProgram ? (filled(start) ?? draft.start) : null,
    healthPath,
    isSinglePage: !isProgram && (singlePage ?? draft.isSinglePage),
  }
}

interface PlanInput {
  readonly files: PreviewFiles
  readonly override: PreviewOverride | undefined
  readonly buildsImages: boolean
}

/** `planPreview` for build-commit.ts, in a thread: it parses settings of the repository. */
export const planCommit = ({ files, override, buildsImages }: PlanInput): PreviewPlan | NoPreview =>
  planPreview(files, override, { buildsImages })

const commandMostChars = 10_000
const healthPathForm = /^\/[^\s\p{Cc}]{0,499}$/u

const faultOf = ({ build, start, output, healthPath }: PreviewOverride): string | undefined => {
  if (output !== undefined && pathInTree(output) === undefined)
    return 'The output folder of previews has to be a folder of the repository, such as dist.'
  if (healthPath !== undefined && !healthPathForm.test(healthPath))
    return 'The health path of previews has to be a path that begins with a slash, such as /healthz.'
  if ([build, start].some((command) => command !== undefined && command.length > commandMostChars))
    return `A command of previews has more than ${commandMostChars} characters. Put it into a script of the repository.`
  return [build, start].some((command) => command?.includes('\0'))
    ? 'A command of previews contains a NUL character. Write it again.'
    : undefined
}

const filled = (command: string | undefined) =>
  command === undefined || command.trim() === '' ? undefined : command.trim()

const draftOf = (files: PreviewFiles, override: PreviewOverride, buildsImages: boolean): PlanDraft | NoPreview => {
  if (override.kind === 'dockerfile') return draftByDockerfile(files, buildsImages) ?? { refused: noDockerfile }
  const kind = override.kind ?? (filled(override.start) === undefined ? undefined : programKindOf(files))
  const found = kind === undefined ? draftByFiles(files) : draftOfKind(files, kind)
  if (found !== undefined && !('refused' in found)) return found
  const chosen = draftBySettings(files, kind, override) ?? found
  if (chosen) return chosen
  if (kind !== undefined) return { refused: unknownStart(kind) }
  return draftByDockerfile(files, buildsImages) ?? { refused: refusalOf(files) }
}

const noDockerfile = 'The previews of the project are built by a Dockerfile, and the repository has none at its root.'

const noEngine =
  'The repository says by a Dockerfile how it is served, which takes the sandbox driver container; this server has another.'

/** An image, if nothing else fits or the project asks for it. */
const draftByDockerfile = ({ paths }: PreviewFiles, buildsImages: boolean): PlanDraft | NoPreview | undefined => {
  if (!paths.includes('Dockerfile')) return undefined
  if (!buildsImages) return { refused: `${noEngine} ${howToSay}` }
  return programDraft({ kind: 'dockerfile', foundBy: 'The repository has a Dockerfile.', build: [], start: null })
}

const unknownStart = (kind: PreviewKind) =>
  `The previews of the project are programs of ${kind === 'node' ? 'Node' : 'Python'}, and no file says how one starts. Set their start command.`

const programKindOf = (files: PreviewFiles): PreviewKind =>
  !files.paths.includes('package.json') && isPython(files) ? 'python' : 'node'

const draftByFiles = (files: PreviewFiles): PlanDraft | NoPreview | undefined => {
  const node = draftByProcfile(files) ?? draftForNode(files)
  if (node) return node
  const python = draftForPython(files)
  return python && !('refused' in python) ? python : (draftForFiles(files) ?? python)
}

const draftOfKind = (files: PreviewFiles, kind: PreviewKind): PlanDraft | NoPreview | undefined => {
  if (kind === 'static') {
    const node = draftForNode(files)
    return node?.kind === 'static' ? node : draftForFiles(files)
  }
  const procfile = draftByProcfile(files)
  if (procfile?.kind === kind) return procfile
  const draft = kind === 'python' ? draftForPython(files) : draftForNode(files)
  return draft === undefined || 'refused' in draft || draft.kind === kind ? draft : undefined
}

/** The plan only from a project's settings: a start command, or the folder of a site. */
const draftBySettings = (
  files: PreviewFiles,
  kind: PreviewKind | undefined,
  { start, output, build }: PreviewOverride,
): PlanDraft | undefined => {
  const isSite = kind === 'static' || (kind === undefined && output !== undefined)
  if (isSite) {
    const foundBy = 'The settings of the project describe a static site.'
    const builds = build === undefined ? buildsOfNode(files) : []
    return siteDraft({ foundBy, build: builds, output: builds.length > 0 ? 'dist' : '.' })
  }
  const command = filled(start)
  if (kind === undefined || command === undefined) return undefined
  const foundBy = 'The settings of the project have a start command.'
  return programDraft({ kind, foundBy, build: kind === 'node' ? buildsOfNode(files) : [], start: command })
}

/** The process `web` of a Procfile. Source: Heroku's documentation, “The Procfile”. */
const draftByProcfile = (files: PreviewFiles): PlanDraft | undefined => {
  const [, start] = /^web[ \t]*:[ \t]*(\S[^\r\n]{0,5000})/m.exec(textOf(files, 'Procfile')) ?? []
  if (start === undefined) return undefined
  const isNode = files.paths.includes('package.json')
  if (!isNode && !isPython(files)) return undefined
  return programDraft({
    kind: isNode && !/^(?:python|gunicorn|uvicorn|hypercorn|daphne|waitress)/.test(start) ? 'node' : 'python',
    foundBy: 'The Procfile has a process named web.',
    build: isNode ? buildsOfNode(files) : [],
    start: start.trim(),
  })
}

const draftForFiles = ({ paths }: PreviewFiles): PlanDraft | undefined => {
  const all = new Set(paths)
  const folder = siteFolders.find((one) => all.has(one === '.' ? 'index.html' : `${one}/index.html`))
  if (folder === undefined) return undefined
  const where = folder === '.' ? 'The repository has an index.html' : `The folder ${folder} has an index.html`
  return siteDraft({ foundBy: `${where}, and nothing that builds it.`, build: [], output: folder })
}

const otherLanguages: readonly (readonly [string, string])[] = [
  ['go.mod', 'Go'],
  ['Cargo.toml', 'Rust'],
  ['Gemfile', 'Ruby'],
  ['composer.json', 'PHP'],
  ['pom.xml', 'Java'],
  ['build.gradle', 'Java'],
  ['build.gradle.kts', 'Kotlin'],
  ['mix.exs', 'Elixir'],
]

const howToSay = 'Set build and output, or a start command, in the previews of its settings.'

const refusalOf = ({ paths }: PreviewFiles): string => {
  const all = new Set(paths)
  if (['Containerfile', 'compose.yaml', 'docker-compose.yml'].some((path) => all.has(path)))
    return `The repository says by a container file how it is served; previews read a Dockerfile alone. ${howToSay}`
  const [, language] = otherLanguages.find(([path]) => all.has(path)) ?? []
  if (language !== undefined)
    return `The repository is a program in ${language}; previews find out by themselves how to serve files, Node and Python. ${howToSay}`
  if (all.has('package.json'))
    return `The package.json has no build or start script, and the repository no index.html. ${howToSay}`
  return `The repository has no index.html, package.json or Python application that says how it is served. ${howToSay}`
}
