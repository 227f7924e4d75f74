import { Argument, Command, Option } from 'commander'
import { atelier } from './command.ts'
import { version } from '../../platform/configuration/version.ts'
import type { CheckOptions } from './commands/check.ts'
import type { DeliverOptions } from './commands/deliver.ts'
import type { RunOptions } from './commands/run.ts'
import type { InitOptions } from './commands/init.ts'
import type { LoginOptions } from './commands/login.ts'
import type { LogOptions } from './commands/logs.ts'
import type { ProposeOptions } from './commands/propose.ts'
import type { RevisionOptions } from './commands/revisions.ts'
import type { ImportOptions } from './import/import-path.ts'
import { addAgency } from './program-agency.ts'
import { addArtifacts } from './program-artifacts.ts'
import { addDecisions } from './program-decisions.ts'
import { addExamples } from './program-examples.ts'
import { addOperation } from './program-operation.ts'
import { project, several } from './program-options.ts'
import { addReads } from './program-reads.ts'
import { addRoadmap } from './program-roadmap.ts'
import { addSetup } from './program-setup.ts'
import { addSync } from './program-sync.ts'
import { addTalk } from './program-talk.ts'
import { addTasks } from './program-tasks.ts'
import type { Session } from './session.ts'

/**
 * The commands, their arguments and options. Errors of use are thrown and not ended on. A command loads what it needs
 * when it is run, so that none waits for what the others need.
 */
export const buildProgram = (session: Session): Command => {
  const program = new Command(atelier)
    .description('A repository and a sentence become a checked, merged commit.')
    .version(version)
    .option('--json', 'one JSON document, or JSON lines, on standard output and nothing else there')
    .exitOverride()
    .configureOutput({ writeErr: (text) => void session.output.stderr.write(text) })
    .showHelpAfterError(`(${atelier} --help lists the commands)`)
    .configureHelp({ showGlobalOptions: true })
  addServer(program, session)
  addRepository(program, session)
  addReads(program, session)
  addCycles(program, session)
  addTalk(program, session)
  addTasks(program, session)
  addDecisions(program, session, cycle)
  addSetup(program, session)
  addAgency(program, session)
  addOperation(program, session)
  return addExamples(program)
}

const addServer = (program: Command, session: Session) => {
  program.commandsGroup('Server')
  program
    .command('login')
    .description('find or ask for a server and a key, and remember them')
    .option('--url <address>', 'address of the server')
    .option('--key <key>', 'API key')
    .action(async (options: LoginOptions) => (await import('./commands/login.ts')).login(session, options))
  program
    .command('logout')
    .description('forget the key that login stored')
    .action(async () => (await import('./commands/logout.ts')).logout(session))
  program
    .command('whoami')
    .description('the server, and whose key is used')
    .action(async () => (await import('./commands/whoami.ts')).whoami(session))
  program
    .command('status')
    .description('the project of this folder, or all, with their newest cycles')
    .option('--all', 'every project, wherever this is')
    .action(async (options: { readonly all?: boolean }) =>
      (await import('./commands/status.ts')).status(session, options),
    )
  program
    .command('open')
    .description('open the server in a browser, or print its address where there is none')
    .addArgument(
      new Argument('[place]', 'the start page, or the reference of the API')
        .choices(['start', 'docs'])
        .default('start'),
    )
    .option('--print', 'print the address alone')
    .action(async (place: 'start' | 'docs', options: { readonly print?: boolean }) =>
      (await import('./commands/open.ts')).open(session, place, options),
    )
}

const importOptions = (command: Command) =>
  command
    .option('--name <name>', 'name of the new project; by default that of the folder')
    .option('--stack <stack>', 'what it is made with; by default told by its files')
    .option('--branch <branch>', 'the branch to import; by default the one that is checked out')
    .addOption(
      new Option('--on-findings <what>', 'when the history holds secrets; by default asks').choices(['keep', 'stop']),
    )
    .option('--yes', 'import what was found without asking; files with secrets stay out without --protect')
    .option('--protect', 'take files with secrets along, encrypted, without asking')
    .option('--no-protect', 'leave files with secrets out, without asking')

const addRepository = (program: Command, session: Session) => {
  program.commandsGroup('Repository')
  importOptions(
    program
      .command('import')
      .description('make a project of a repository, a bundle or a folder')
      .argument('[path]', 'a folder in a git repository, a git bundle, or any other folder', '.'),
  ).action(async (from: string, options: ImportOptions) =>
    (await import('./commands/import.ts')).importCommand(session, from, options),
  )
  importOptions(
    program
      .command('init')
      .description('import a checkout, run its tests in a sandbox, say what is missing and what to change first')
      .argument('[path]', 'a folder in a git repository', '.'),
  ).action(async (path: string, options: InitOptions) =>
    (await import('./commands/init.ts')).init(session, path, options),
  )
  addSync(program, session)
  const delivering = program
    .command('deliver')
    .description('all in one: import if needed, propose, run, show the change, pull it')
    .argument('[change]', 'what should change, in words')
    .argument('[path]', 'a folder in a git repository, or a git bundle', '.')
  delivering.option('--use <name>', 'first let agents work with a model of this machine, as models found lists it')
  proposeOptions(importOptions(acceptOptions(delivering))).action(
    async (change: string | undefined, at: string, options: DeliverOptions) =>
      (await import('./commands/deliver.ts')).deliver(session, change, at, options),
  )
}

const acceptOptions = (command: Command) =>
  command
    .option('--accept-shown', 'merge the change also where only tests that came with it show it')
    .option('--accept-checked', 'merge it also where checks still pass and no test shows it')
    .option('--accept-unverified', 'merge it also where no check can judge it; never where tests prove less')

const proposeOptions = (command: Command) =>
  command
    .option('--title <title>', 'by default the first line of the description')
    .option('--file <file>', 'a file with the description')
    .option('--attach <file>', 'a brief, contract or screenshot for the agents; may be given more than once', several)
    .option(
      '--acceptance <file>',
      'tests of yours that no agent sees, and that prove the change; up to three times',
      several,
    )
    .option('--target-branch <branch>', 'where the change goes; by default the default branch of the project')
    .option(...project)

const cycle = [
  '[cycle]',
  'id of a cycle, or its beginning or end; by default the newest of the project of this folder',
] as const

const addCycles = (program: Command, session: Session) => {
  program.commandsGroup('Changes')
  proposeOptions(
    program
      .command('propose')
      .description('describe a change; nothing runs yet')
      .argument('[change]', 'what should change, in words'),
  ).action(async (change: string | undefined, options: ProposeOptions) =>
    (await import('./commands/propose.ts')).propose(session, change, options),
  )
  program
    .command('revert')
    .description('propose a cycle that undoes what another one delivered')
    .argument(...cycle)
    .action(async (id: string | undefined) => (await import('./commands/propose.ts')).revert(session, id))
  program
    .command('revisions')
    .description('list the revisions of a project, newest first')
    .option(...project)
    .action(async (options: RevisionOptions) =>
      (await import('./commands/revisions.ts')).listRevisions(session, options),
    )
  program
    .command('go-back')
    .description('propose a cycle that brings a project back to an earlier revision')
    .argument('<number>', 'the number of the revision')
    .option(...project)
    .action(async (number: string, options: RevisionOptions) =>
      (await import('./commands/revisions.ts')).goBack(session, number, options),
    )
  const running = program
    .command('run')
    .description('start a run of a cycle, and watch it')
    .argument(...cycle)
    .option('--desktop', 'give its agents a desktop with a browser, to see and work at')
  acceptOptions(running).action(async (id: string | undefined, options: RunOptions) =>
    (await import('./commands/run.ts')).run(session, id, options),
  )
  program
    .command('watch')
    .description('follow a run to its end')
    .argument(...cycle)
    .action(async (id: string | undefined) => (await import('./commands/run.ts')).watch(session, id))
  program
    .command('logs')
    .description('what the checks of a run printed, or the commands of its agents')
    .argument(...cycle)
    .option('--check <name>', 'of one check alone')
    .option('--agent', 'what the commands of the agents printed')
    .option('-f, --follow', 'go on until the run is over')
    .action(async (id: string | undefined, options: LogOptions) =>
      (await import('./commands/logs.ts')).logs(session, id, options),
    )
  addCheck(program, session)
  program
    .command('stop')
    .description('stop the run of a cycle, or the work of a project')
    .argument(...cycle)
    .option('--project [name or id]', 'what this project does by itself; by default the one of this folder')
    .action(async (id: string | undefined, { project }: { readonly project?: string | true }) =>
      project === undefined
        ? (await import('./commands/run.ts')).stop(session, id)
        : (await import('./commands/roadmap.ts')).stopProject(session, project === true ? undefined : project),
    )
  addRoadmap(program, session)
  program
    .command('diff')
    .description('the change of a cycle or task, as a patch')
    .argument('[cycle or task]', cycle[1])
    .action(async (id: string | undefined) => (await import('./commands/diff.ts')).diff(session, id))
  addArtifacts(program, session)
}

const addCheck = (program: Command, session: Session) => {
  program
    .command('check')
    .description('run one check of a task again, on the commit that was judged')
    .argument('<check>', 'name of the check')
    .argument('[cycle or task]', cycle[1])
    .option('--no-wait', 'ask for it, and do not wait for what it says')
    .action(async (name: string, id: string | undefined, options: CheckOptions) =>
      (await import('./commands/check.ts')).check(session, name, id, options),
    )
}
