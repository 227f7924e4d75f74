import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { runCommand, shell } from '../command.ts'
import { bounded } from '../text.ts'
import { applyPatch, patchInCommand } from './apply-patch.ts'
import { commandEnvironment } from './processes.ts'
import { countField, printedTooMuch, tool, type Workshop } from './tool.ts'

export const runTool = (shop: Workshop) =>
  tool<{ command: string; seconds?: number }>(
    `Run a shell command in the root of the worktree. It ends after ${shop.limits.commandMs / 1000} seconds at the latest, and what it leaves in the background ends with it: use process for servers and watchers.`,
    {
      command: { type: 'string', required: true, aliases: ['cmd', 'script', 'bash'] },
      seconds: { ...countField, description: 'A shorter limit', aliases: ['timeout_seconds'] },
    },
    ({ command, seconds }) => {
      const patch = patchInCommand(command)
      return patch === undefined ? runShell(shop, command, seconds) : applyPatch(shop, patch)
    },
  )

const wholeOutputBytes = 16 * 1024 * 1024
let outputs = 0

const runShell = async (shop: Workshop, command: string, seconds?: number) => {
  const { root, limits, signal, scratch } = shop
  const withinMs = Math.min(limits.commandMs, (seconds ?? Infinity) * 1000)
  outputs += 1
  const keptAt = join(scratch, `output-${outputs}.txt`)
  const outputFile = createWriteStream(keptAt)
  let keptBytes = 0
  const end = await runCommand({
    argv: [shell(), '-c', command],
    directory: root,
    environment: commandEnvironment,
    withinMs,
    outputBytesMax: limits.resultBytes,
    printedBytesMax: limits.outputBytes,
    onOutput: (chunk) => {
      shop.seen?.('output of a command')
      keptBytes += chunk.length
      if (keptBytes <= wholeOutputBytes) outputFile.write(chunk)
    },
    signal,
  })
  await new Promise((resolve) => outputFile.end(resolve))
  const wasCut = keptBytes > limits.resultBytes
  const whole = wasCut ? `\n[The whole output is in ${keptAt}: use read, or run with grep, sed or tail.]` : ''
  const output = bounded(end.output, limits.resultBytes) + whole
  if (end.stoppedBy === 'cancelled') return `Stopped, because the run ends.\n${output}`
  if (end.stoppedBy === 'output') return `${printedTooMuch(limits)}\n${output}`
  if (end.stoppedBy === 'time')
    return `Stopped after ${withinMs / 1000} seconds, which is the limit of this call and says nothing about the command.\n${output}`
  return `Exit code ${end.exitCode ?? `none, ended by ${end.signal}`}\n${output}`
}
