import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportScript, standardEnvironment } from './environment.ts'
import { openSandbox, scriptText, startsProcesses, type Host, type Plan } from './open-sandbox.ts'
import { procMasks } from './proc-masks.ts'
import type { Recipe, RecipeInput } from './recipe.ts'
import { enforcedBy, ownProcesses, prlimitWords, warningsOf } from './resource-limits.ts'
import { homePath, worktreePath } from './sandbox.ts'
import type { Command, DriverName, SandboxDriver, SandboxSpec } from './sandbox.ts'
import { makeScratch, type Scratch } from './scratch.ts'
import { syscallFilter } from './seccomp.ts'
import type { HostProgram } from './util-linux.ts'
import { buildView, hostNameOf } from './view.ts'

const innerScript = scriptText('inner.sh')
const bridgeAddress = 'http://127.0.0.1:3128'

/** A driver over one recipe for the isolated view. */
export const isolatedDriver = (recipe: Recipe, host: Host): SandboxDriver => ({
  name: recipe.name,
  isolates: true,
  enforced: enforcedBy(host.machine, recipe.name, syscallFilter() !== undefined),
  warnings: warningsOf(host.machine),
  async open(spec) {
    if (spec.system !== undefined)
      throw new Error(`The driver ${recipe.name} shows no images. Use the driver container.`)
    const scratch = await makeScratch(host.scratchIn)
    try {
      const input = await prepare(recipe, spec, scratch, host)
      return await openSandbox(host, spec, scratch, planOf(recipe, spec, input, host, scratch))
    } catch (error) {
      await scratch.remove()
      throw error
    }
  },
})

const prepare = async (recipe: Recipe, spec: SandboxSpec, scratch: Scratch, host: Host): Promise<RecipeInput> => {
  const view = buildView(spec, scratch, host.toolchain)
  const filter = syscallFilter(process.arch, { memoryFiles: host.machine.controllers.has('memory') })
  if (filter) await writeFile(filterFile(scratch), filter.program)
  const input = { view, masks: procMasks(), scratch, filter, hostName: hostNameOf(spec.id), path: host.toolchain.path }
  await recipe.prepare(input)
  return input
}

const filterFile = (scratch: Scratch) => join(scratch.system, 'filter.bpf')

const planOf = (recipe: Recipe, spec: SandboxSpec, input: RecipeInput, host: Host, scratch: Scratch): Plan => {
  const inner = innerWords(recipe.name, spec, host)
  const standard = standardEnvironment(host.toolchain.path, inner.proxy)
  return {
    start: startsProcesses(host, scratch, {
      words: (command) => [...recipe.argv(input), ...inner.words(command)],
      environment: (command) => exportScript(standard, spec.environment, command.environment),
      cwd: () => '/',
      filterFile: input.filter && filterFile(scratch),
      endsBy: 'namespace',
    }),
    path: (inside) => inside,
    release: async () => {},
  }
}

/** The words of the isolated view: its limits, the bridge to the broker if it has one, and the command. */
export const innerWords = (
  driver: DriverName,
  spec: SandboxSpec,
  { machine, toolchain }: Host,
  program?: HostProgram,
) => {
  const hasEgress = spec.egressSocket !== undefined
  const processes = spec.limits.processes + ownProcesses(hasEgress)
  const fromHost = program ?? ((name: string) => [name])
  const home = spec.worktree ? worktreePath : homePath
  return {
    proxy: hasEgress ? bridgeAddress : undefined,
    words: (command: Command): string[] => {
      const { argv, cwd, loadsBridge, fromHost: isOfHost } = command
      const [prlimit = '', ...limits] = prlimitWords({ ...spec.limits, processes }, machine, driver, command)
      return [
        ...fromHost(prlimit),
        ...limits,
        ...fromHost('sh'),
        '-c',
        innerScript,
        'sh',
        hasEgress && !loadsBridge && !program ? toolchain.node : '',
        cwd ?? home,
        ...(isOfHost ? [...fromHost(argv[0] ?? ''), ...argv.slice(1)] : argv),
      ]
    },
  }
}
