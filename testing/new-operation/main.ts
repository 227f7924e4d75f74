import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOperation } from './write-operation.ts'

const root = join(import.meta.dirname, '..', '..')
const usage = `Usage: bin/new-operation AREA/DOMAIN operationId [COMMANDS NAME]
  bin/new-operation delivery/cycles pauseCycle
  bin/new-operation delivery/tasks skipTask tasks skip    with the command “atelier tasks skip”`

const [domain, id, commands, name] = process.argv.slice(2)
if (!domain || !id || (commands !== undefined && name === undefined)) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
try {
  const command = commands && name ? { file: commandsFile(commands), name } : undefined
  const { files, left } = writeOperation({ domain, id, command }, (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined,
  )
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), Object.keys(files), { cwd: root, stdio: 'ignore' })
  for (const page of ['docs/write-access.ts', 'docs/write-errors.ts'])
    execFileSync(process.execPath, [page], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  process.stdout.write(
    `Written:\n${Object.keys(files).join('\n')}\ndocs/access.md\n\nLeft to decide:\n${left.join('\n')}\n`,
  )
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

function commandsFile(group: string): string {
  const [path] = globSync(`apps/cli/commands/*/${group}.ts`, { cwd: root })
  if (path === undefined) throw new Error(`There is no apps/cli/commands/*/${group}.ts`)
  return path
}
