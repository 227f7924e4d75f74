import { programDraft, type PlanDraft } from './plan-draft.ts'
import { pythonSources, textOf, type PreviewFiles } from './plan-files.ts'
import type { NoPreview } from '../preview.ts'

const requirementFiles = ['requirements.txt', 'pyproject.toml', 'Pipfile', 'setup.cfg'] as const
const signs = [...requirementFiles, 'manage.py', 'setup.py', 'uv.lock', 'poetry.lock', ...pythonSources]

/** Whether a commit has files of a Python program at its root. */
export const isPython = ({ paths }: PreviewFiles): boolean => paths.some((path) => signs.includes(path))

/** How a Python program is served; undefined if no file shows it, a refusal if it lacks a server. */
export const draftForPython = (files: PreviewFiles): PlanDraft | NoPreview | undefined => {
  if (!isPython(files)) return undefined
  const requires = requirementsOf(files)
  return draftForDjango(files, requires) ?? draftForApplication(files, requires) ?? draftForServer(files)
}

type Requires = (name: string) => boolean

/** Whether the requirements name a package, in any of the spellings that PyPI takes for the same. */
const requirementsOf = (files: PreviewFiles): Requires => {
  const text = requirementFiles.map((path) => textOf(files, path)).join('\n')
  const names = new Set(
    [...text.matchAll(/(?:^|["'])[ \t]{0,99}([A-Za-z0-9][\w.-]{0,99})(?=\s{0,99}(?:[[<>=!~;,"'@#]|$))/gm)].map(
      ([, name]) => name!.toLowerCase().replaceAll(/[-_.]+/g, '-'),
    ),
  )
  if (/\bfastapi\[(?:standard|all)\]/i.test(text)) names.add('uvicorn')
  return (name) => names.has(name)
}

const gunicorn = (application: string) => `python3 -m gunicorn --bind "127.0.0.1:$PORT" ${application}`
const uvicorn = (application: string) => `python3 -m uvicorn --host 127.0.0.1 --port "$PORT" ${application}`
const hypercorn = (application: string) => `python3 -m hypercorn --bind "127.0.0.1:$PORT" ${application}`

const draftForDjango = (files: PreviewFiles, requires: Requires): PlanDraft | undefined => {
  if (!files.paths.includes('manage.py')) return undefined
  const foundBy = 'The repository has Django’s manage.py.'
  const wsgi = moduleOf(files, 'wsgi')
  const asgi = moduleOf(files, 'asgi')
  const start =
    requires('gunicorn') && wsgi !== undefined
      ? gunicorn(`${wsgi}:application`)
      : requires('uvicorn') && asgi !== undefined
        ? uvicorn(`${asgi}:application`)
        : 'python3 manage.py runserver --noreload "127.0.0.1:$PORT"'
  return programDraft({ kind: 'python', foundBy, build: [], start })
}

/** The module of a file such as `shop/wsgi.py`, the first by name. */
const moduleOf = ({ paths }: PreviewFiles, name: 'wsgi' | 'asgi') => {
  const found = paths.filter((path) => new RegExp(`^\\w+/${name}\\.py$`).test(path)).sort()[0]
  return found?.slice(0, -'.py'.length).replaceAll('/', '.')
}

const asgiMakers = ['FastAPI', 'Starlette', 'Litestar', 'Quart', 'BlackSheep', 'Sanic']
const wsgiMakers = ['Flask', 'APIFlask', 'Bottle']
const assigned = new RegExp(
  `^(\\w{1,60})\\s*(?::[^=\\n]{0,100})?=\\s*(?:\\w{1,60}\\.)?(${[...asgiMakers, ...wsgiMakers].join('|')})\\(`,
  'm',
)

/** An application that a module makes, by the line that assigns it, such as `app = FastAPI()`. */
const draftForApplication = (files: PreviewFiles, requires: Requires): PlanDraft | NoPreview | undefined => {
  for (const path of pythonSources) {
    const [, name, maker] = assigned.exec(textOf(files, path)) ?? []
    if (name === undefined || maker === undefined) continue
    const foundBy = `${path} has an application of ${maker}`
    const plain = startOf(`${moduleAt(path)}:${name}`, maker, requires)
    const advice = 'Add uvicorn to them, or set the start command of previews.'
    if (plain === undefined) return { refused: `${foundBy}, and the packages have no server for it. ${advice}` }
    const start = path.startsWith('src/') ? `PYTHONPATH="$PWD/src:$PYTHONPATH" ${plain}` : plain
    return programDraft({ kind: 'python', foundBy: `${foundBy}.`, build: [], start })
  }
  return undefined
}

/** The name that a module in the tree, or in its folder `src`, is imported by. */
const moduleAt = (path: string) =>
  path
    .replace(/^src\//, '')
    .replace(/(?:\/__init__)?\.py$/, '')
    .replaceAll('/', '.')

const startOf = (application: string, maker: string, requires: Requires): string | undefined => {
  if (asgiMakers.includes(maker)) {
    if (requires('uvicorn')) return uvicorn(application)
    return requires('hypercorn') ? hypercorn(application) : undefined
  }
  if (requires('gunicorn')) return gunicorn(application)
  if (requires('waitress')) return `python3 -m waitress --listen="127.0.0.1:$PORT" ${application}`
  return maker === 'Flask' ? `python3 -m flask --app ${application} run --host 127.0.0.1 --port "$PORT"` : undefined
}

const draftForServer = ({ paths }: PreviewFiles): PlanDraft | undefined => {
  if (!paths.includes('server.py')) return undefined
  const foundBy = 'The repository has a server.py.'
  return programDraft({ kind: 'python', foundBy, build: [], start: 'python3 server.py' })
}
