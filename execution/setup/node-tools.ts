import { managerField, rootManifest } from './node-manifests.ts'
import { setupFolder, makeSetupFolder, type SetupFiles } from './phases.ts'
import { requestedNodeMajor } from './node-version.ts'

/** A program from the npm registry, for a machine that has none of a fitting version. */
interface NodeTool {
  /** As a person calls it: `pnpm`. */
  readonly name: string
  readonly version: string
  readonly package: string
  /** A shell pattern of versions on the machine that do as well. */
  readonly fits: string
}

const majorOf = (version: string) => version.split('.')[0]!

const tool = (name: string, version: string, from = name): NodeTool => ({
  name,
  version,
  package: `${from}@${version}`,
  fits: `${majorOf(version)}.*`,
})

/** pnpm of the field `packageManager`, else the major version that writes such a lock file. Source: pnpm.io, “Lockfile”. */
export const pnpmTool = (files: SetupFiles): NodeTool => {
  const field = managerField(files)
  if (field?.name === 'pnpm') return tool('pnpm', field.version)
  const format = /^lockfileVersion: *'?(\d+\.\d+)/m.exec(files.get('pnpm-lock.yaml') ?? '')?.[1] ?? '9.0'
  const majors: Readonly<Record<string, string>> = { '5.3': '6', '5.4': '7', '6.0': '8', '6.1': '8' }
  return tool('pnpm', majors[format] ?? '10')
}

/** Yarn 1 is the package `yarn`, later ones `@yarnpkg/cli-dist`, whose lock files tell their format. */
export const yarnTool = (files: SetupFiles): NodeTool => {
  const field = managerField(files)
  const format = /^__metadata:\n {2}version: (\d+)/m.exec(files.get('yarn.lock') ?? '')?.[1]
  const isModern = format !== undefined || (field?.name === 'yarn' && !field.version.startsWith('1.'))
  if (!isModern) return tool('yarn', '1.22.22')
  if (field?.name === 'yarn') return tool('yarn', field.version, '@yarnpkg/cli-dist')
  return tool('yarn', Number(format) >= 8 ? '4' : Number(format) >= 6 ? '3' : '2', '@yarnpkg/cli-dist')
}

// Newer npm does not run on these versions of Node. Source: `engines` of the packages npm@9 and npm@10.
const npmFor = (major: number) => (major >= 20 ? undefined : major >= 18 ? '10' : '9')

/** Node of the version that the repository asks for, where the machine's is another, with an npm that runs on it. */
const nodeTools = (files: SetupFiles, machineNode: string) => {
  const major = requestedNodeMajor(files, rootManifest(files), machineNode)
  if (major === undefined) return undefined
  const npm = npmFor(major)
  return { major, packages: [`"node-linux-$arch@${major}"`, ...(npm === undefined ? [] : [`npm@${npm}`])] }
}

const folder = '"$SETUP_CACHE/tools"'

// In a folder of its own, so that no setting of the repository and no manifest of it counts.
const add = (packages: readonly string[], programs: string) =>
  `( mkdir -p ${folder}/bin && cd ${folder} && npm install --no-save --no-package-lock --ignore-scripts --prefix . ` +
  `--cache "$TMPDIR/tools" ${packages.join(' ')} && for one in ${programs}; do ` +
  'if [ -e "node_modules/.bin/$one" ]; then ln -sf "../node_modules/.bin/$one" bin/; fi; done )'

const addTool = ({ name, version, package: spec, fits }: NodeTool) =>
  `case "$(COREPACK_ENABLE_NETWORK=0 ${name} --version 2>/dev/null)" in ${fits}) ;; *) ` +
  `${add([spec], `${name} ${name}x`)} || command -v ${name} >/dev/null || ` +
  `{ echo 'This repository needs ${name} ${version}, which this machine does not have and the npm registry did not give.'; exit 1; } ;; esac`

const addNode = ({ major, packages }: { readonly major: number; readonly packages: readonly string[] }) =>
  'case "$(uname -m)" in aarch64) arch=arm64 ;; *) arch=x64 ;; esac; ' +
  `${add(packages, 'node npm npx')} || ` +
  `echo 'This repository asks for Node ${major}, which the npm registry did not give. The Node of this machine is used.'`

const usePrograms = `PATH="$SETUP_CACHE/tools/bin:$PATH"; export PATH`

/**
 * Shell for the fetch that gets the package manager and the Node which a repository asks for from the npm registry,
 * where the machine has none that fits. Both are packages without install scripts.
 */
export const fetchTools = (files: SetupFiles, machineNode: string, manager?: NodeTool): string => {
  const node = nodeTools(files, machineNode)
  const steps = [...(manager ? [addTool(manager)] : []), ...(node ? [addNode(node)] : [])]
  return steps.length === 0 ? '' : `${steps.join('\n')}\n${usePrograms}\n`
}

/** Shell for the install, and for a command of the project's own, that makes these programs the first on the path. */
export const useTools = (prelude: string): string =>
  prelude === ''
    ? ''
    : `if [ -d ${folder} ]; then ${makeSetupFolder} && rm -rf ${setupFolder}/tools && ` +
      `cp -R ${folder} ${setupFolder}/tools && ${usePrograms}; fi\n`
