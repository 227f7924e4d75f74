import { Command, Option } from 'commander'
import { version } from './client/version.ts'
import { addAudit } from './commands/audit.ts'
import { deliver } from './commands/deliver.ts'
import { diff } from './commands/diff.ts'
import { importCommand } from './commands/import.ts'
import { addKeys } from './commands/keys.ts'
import { login } from './commands/login.ts'
import { addMembers } from './commands/members.ts'
import { propose } from './commands/propose.ts'
import { pull } from './commands/pull.ts'
import { run, stop, watch } from './commands/run.ts'
import { status } from './commands/status.ts'
import type { Session } from './session.ts'

/** The commands, their arguments and options. Errors of use are thrown and not ended on. */
export const buildProgram = (session: Session): Command => {
  const program = new Command('atelier')
    .description('A repository and a sentence become a checked, merged commit.')
    .version(version)
    .option('--json', 'one JSON document, or JSON lines, on standard output and nothing else there')
    .exitOverride()
    .showHelpAfterError('(atelier --help lists the commands)')
    .configureHelp({ showGlobalOptions: true })
  addServer(program, session)
  addRepository(program, session)
  addCycles(program, session)
  addMembers(program, session)
  addKeys(program, session)
  addAudit(program, session)
  return program
}

const addServer = (program: Command, session: Session) => {
  program
    .command('login')
    .description('find or ask for a server and a key, and remember them')
    .option('--url <address>', 'address of the server')
    .option('--key <key>', 'API key')
    .action((options: Parameters<typeof login>[1]) => login(session, options))
  program
    .command('status')
    .description('the project of this folder, or all, with their newest cycles')
    .option('--all', 'every project, wherever this is')
    .action((options: Parameters<typeof status>[1]) => status(session, options))
}

const path = ['[path]', 'a folder in a git repository', '.'] as const
const project = [
  '--project <name or id>',
  'which project; by default the one that this folder was imported as',
] as const

const importOptions = (command: Command) =>
  command
    .option('--name <name>', 'name of the new project; by default that of the folder')
    .option('--stack <stack>', 'what it is made with; by default told by its files')
    .option('--branch <branch>', 'the branch to import; by default the one that is checked out')
    .addOption(
      new Option('--on-findings <what>', 'when the history holds secrets').choices(['keep', 'stop']).default('keep'),
    )
    .option('--protect', 'take files with secrets along, encrypted, without asking')
    .option('--no-protect', 'leave files with secrets out, without asking')

const addRepository = (program: Command, session: Session) => {
  importOptions(
    program
      .command('import')
      .description('make a project of a repository or a bundle')
      .argument('[path]', 'a folder in a git repository, or a git bundle', '.'),
  ).action((from: string, options: Parameters<typeof importCommand>[2]) => importCommand(session, from, options))
  program
    .command('pull')
    .description('get the newest revision into a repository, or into an empty folder')
    .argument(...path)
    .option(...project)
    .action((into: string, options: Parameters<typeof pull>[2]) => pull(session, into, options))
  const delivering = program
    .command('deliver')
    .description('all in one: import if needed, propose, run, show the change, pull it')
    .argument('[change]', 'what should change, in words')
    .argument('[path]', 'a folder in a git repository, or a git bundle', '.')
  proposeOptions(importOptions(delivering)).action(
    (change: string | undefined, at: string, options: Parameters<typeof deliver>[3]) =>
      deliver(session, change, at, options),
  )
}

const proposeOptions = (command: Command) =>
  command
    .option('--title <title>', 'by default the first line of the description')
    .option('--file <file>', 'a file with the description')
    .option('--target-branch <branch>', 'where the change goes; by default the default branch of the project')
    .option(...project)

const cycle = ['[cycle]', 'id of a cycle; by default the newest of the project of this folder'] as const

const addCycles = (program: Command, session: Session) => {
  proposeOptions(
    program
      .command('propose')
      .description('describe a change; nothing runs yet')
      .argument('[change]', 'what should change, in words'),
  ).action((change: string | undefined, options: Parameters<typeof propose>[2]) => propose(session, change, options))
  const act = (name: string, description: string, work: (at: Session, id?: string) => Promise<void>) =>
    program
      .command(name)
      .description(description)
      .argument(...cycle)
      .action((id: string | undefined) => work(session, id))
  act('run', 'start a run of a cycle, and watch it', run)
  act('watch', 'follow a run to its end', watch)
  act('stop', 'stop the run of a cycle', stop)
  program
    .command('diff')
    .description('the change of a cycle or task, as a patch')
    .argument('[cycle or task]', cycle[1])
    .action((id: string | undefined) => diff(session, id))
}
