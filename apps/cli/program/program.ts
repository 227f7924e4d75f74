import { Argument, Command, Option } from 'commander'
import { atelier } from './command.ts'
import { version } from '../../../platform/configuration/version.ts'
import { addAgency } from './agency.ts'
import { addArtifacts } from './artifacts.ts'
import { addDecisions } from './decisions.ts'
import { addExamples } from './examples.ts'
import { cycle, project, several } from './options.ts'
import { addReads } from './reads.ts'
import { addSetup } from './setup.ts'
import { addTalk } from './talk.ts'
import { addTasks } from './tasks.ts'
import type { Session } from '../session.ts'
import { addCommand, addCommands, commandsIn, type Run, byDefault, required } from './command-table.ts'
import { purlTypes } from '../../../domains/delivery/components/rules.ts'

const fromBackup = commandsIn(() => import('../commands/server/backup.ts'))
const fromRestore = commandsIn(() => import('../commands/server/restore.ts'))
const fromJoin = commandsIn(() => import('../commands/people/join.ts'))
const fromOutbox = commandsIn(() => import('../commands/server/outbox.ts'))

/** The commands for the operator of a server: they work on its data folder, by the settings that it is started with. */
const addOperation = (program: Command, session: Session): void => {
  program.commandsGroup('Keeping a server')
  const backup = addCommand(program, session, [
    'backup',
    'copy database and objects of a server on this machine, while it works',
    fromBackup('backup'),
    ['<to>', 'a folder that does not exist yet'],
    ['--keys <folder>', 'copy the keys too, into this folder, which is to be kept apart'],
    ['--dump <file>', 'with DATABASE_URL: the dump of that database, made just before'],
  ])
  addCommand(backup, session, [
    'verify',
    'read every byte of a backup and say whether it is whole; needs no server',
    fromBackup('verifyBackupAt'),
    ['<backup>', `what ${atelier} backup wrote`],
  ])
  addCommands(program, session, [
    [
      'restore',
      'put a backup into the data folder of the settings, which has to be empty',
      fromRestore('restore'),
      ['<from>', `what ${atelier} backup wrote`],
      ['--keys <folder>', 'the folder with the keys that were kept apart'],
    ],
    [
      'join',
      'add this machine to those of a database, and serve; DATABASE_URL, ATELIER_OBJECTS and SECRETS_ENCRYPTION_KEY are theirs',
      fromJoin('join'),
      ['--settings <file>', 'where the settings are written; default: atelier.env in the data folder'],
    ],
    [
      'outbox',
      'list mail of a server without SMTP, or print one message',
      fromOutbox('outbox'),
      ['[id]', 'the id of a message'],
    ],
  ])
}

const fromRoadmap = commandsIn(() => import('../commands/work/roadmap.ts'))

/** Commands about the automatic work of a project, cycle by cycle. */
const addRoadmap = (program: Command, session: Session): void => {
  const help = 'let a project work through its roadmap by itself'
  addCommand(program, session, ['start', help, fromRoadmap('startProject'), project])
  const roadmap = program.command('roadmap').description('the past, present and next cycles of a project')
  addCommands(roadmap, session, [
    ['show', 'completed and running cycles, and the drafts in their order', fromRoadmap('roadmap'), byDefault, project],
    [
      'order',
      'put drafts first among those that are as urgent',
      fromRoadmap('orderRoadmap'),
      ['<cycle...>', 'drafts in their order: ids, or their beginnings or ends'],
      ['--urgency <tier>', 'how urgent they are from now on: 1 for the most urgent, to 4'],
      project,
    ],
  ])
}

const fromLogin = commandsIn(() => import('../commands/people/login.ts'))
const fromWhoami = commandsIn(() => import('../commands/people/whoami.ts'))
const fromStatus = commandsIn(() => import('../commands/work/status.ts'))
const fromOpen = commandsIn(() => import('../commands/server/open.ts'))
const fromPropose = commandsIn(() => import('../commands/work/propose.ts'))
const fromRevisions = commandsIn(() => import('../commands/projects/revisions.ts'))
const fromRun = commandsIn(() => import('../commands/work/run.ts'))
const fromLogs = commandsIn(() => import('../commands/work/logs.ts'))
const fromDiff = commandsIn(() => import('../commands/work/diff.ts'))
const fromImport = commandsIn(() => import('../commands/projects/import.ts'))
const fromInit = commandsIn(() => import('../commands/projects/init.ts'))
const fromDeliver = commandsIn(() => import('../commands/work/deliver.ts'))
const fromCheck = commandsIn(() => import('../commands/work/check.ts'))

/**
 * The commands, their arguments and options. Errors of use are thrown and not ended on. A command loads its imports
 * when it is run, so that no command waits for the imports of others.
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
  addDecisions(program, session)
  addSetup(program, session)
  addAgency(program, session)
  addOperation(program, session)
  return addExamples(program)
}

const addServer = (program: Command, session: Session) => {
  program.commandsGroup('Server')
  addCommands(program, session, [
    [
      'login',
      'find or ask for a server and a key, and store them',
      fromLogin('login'),
      ['--url <address>', 'address of the server'],
      ['--key <key>', 'API key'],
    ],
    ['logout', 'remove the key that login stored', fromLogin('logout')],
    ['whoami', 'the server, and the owner of the key', fromWhoami('whoami')],
    [
      'status',
      'the project of this folder, or all, with their newest cycles',
      fromStatus('status'),
      ['--all', 'every project, wherever this is'],
    ],
    [
      'open',
      'open the server in a browser, or print its address if there is none',
      fromOpen('open'),
      new Argument('[place]', 'the start page, or the reference of the API')
        .choices(['start', 'docs'])
        .default('start'),
      ['--print', 'print the address alone'],
    ],
  ])
}

const importing = [
  ['--name <name>', 'name of the new project; by default that of the folder'],
  ['--stack <stack>', 'its stack; by default recognized by its files'],
  ['--branch <branch>', 'the branch to import; by default the one that is checked out'],
  new Option('--on-findings <what>', 'when the history holds secrets; by default asks').choices(['keep', 'stop']),
  ['--yes', 'import what was found without asking; files with secrets stay out without --protect'],
  ['--protect', 'take files with secrets along, encrypted, without asking'],
  ['--no-protect', 'leave files with secrets out, without asking'],
] as const

const accepting = [
  ['--accept-shown', 'also merge when only its own tests cover it'],
  ['--accept-checked', 'merge it also if checks still pass and no test shows it'],
  ['--accept-unverified', 'merge it also if no check can judge it; never if tests prove less'],
] as const

const proposing = [
  ['--title <title>', 'by default the first line of the description'],
  ['--file <file>', 'a file with the description'],
  ['--attach <file>', 'a brief, contract or screenshot for the agents; may be given more than once', several],
  ['--acceptance <file>', 'tests of yours that no agent sees, and that prove the change; up to three times', several],
  ['--target-branch <branch>', 'where the change goes; by default the default branch of the project'],
  project,
] as const

const addRepository = (program: Command, session: Session) => {
  program.commandsGroup('Repository')
  addCommands(program, session, [
    [
      'import',
      'make a project of a repository, a bundle or a folder',
      fromImport('importCommand'),
      ['[path]', 'a folder in a git repository, a git bundle, or any other folder', '.'],
      ...importing,
    ],
    [
      'init',
      'import a checkout, run its tests in a sandbox, say what is missing and what to change first',
      fromInit('init'),
      ['[path]', 'a folder in a git repository', '.'],
      ...importing,
    ],
  ])
  addSync(program, session)
  addCommand(program, session, [
    'deliver',
    'all in one: import if needed, propose, run, show the change, pull it',
    fromDeliver('deliver'),
    ['[change]', 'the wanted change, in words'],
    ['[path]', 'a folder in a git repository, or a git bundle', '.'],
    ['--use <name>', 'first let agents work with a model of this machine, as models found lists it'],
    ...accepting,
    ...importing,
    ...proposing,
  ])
}

const stopped = [
  '--project [name or id]',
  'the work of a project by itself; by default the one of this folder',
] as const
const stop: Run = async (session, id: string | undefined, options: { readonly project?: string | true }) => {
  if (options.project === undefined) return (await import('../commands/work/run.ts')).stop(session, id)
  const { stopProject } = await import('../commands/work/roadmap.ts')
  return stopProject(session, options.project === true ? undefined : options.project)
}

const addCycles = (program: Command, session: Session) => {
  program.commandsGroup('Changes')
  addCommands(program, session, [
    [
      'propose',
      'describe a change; nothing runs yet',
      fromPropose('propose'),
      ['[change]', 'the wanted change, in words'],
      ...proposing,
    ],
    ['revert', 'propose a cycle that undoes what another one delivered', fromPropose('revert'), cycle],
    ['revisions', 'list the revisions of a project, newest first', fromRevisions('listRevisions'), project],
    [
      'go-back',
      'restore an earlier revision by a cycle',
      fromRevisions('goBack'),
      ['<number>', 'the number of the revision'],
      project,
    ],
    [
      'run',
      'start a run of a cycle, and watch it',
      fromRun('run'),
      cycle,
      ['--desktop', 'give its agents a desktop with a browser, to see and work at'],
      ...accepting,
    ],
    ['watch', 'follow a run to its end', fromRun('watch'), cycle],
    [
      'logs',
      'the output of a run’s checks, or of its agents’ commands',
      fromLogs('logs'),
      cycle,
      ['--check <name>', 'only this check'],
      ['--agent', 'the output of the agents’ commands'],
      ['-f, --follow', 'go on until the run is over'],
    ],
    [
      'check',
      'run one check of a task again, on the commit that was judged',
      fromCheck('check'),
      ['<check>', 'name of the check'],
      ['[cycle or task]', cycle[1]],
      ['--no-wait', 'request it without waiting for its result'],
    ],
    ['stop', 'stop the run of a cycle, or the work of a project', stop, cycle, stopped],
  ])
  addRoadmap(program, session)
  addCommand(program, session, [
    'diff',
    'the change of a cycle or task, as a patch',
    fromDiff('diff'),
    ['[cycle or task]', cycle[1]],
  ])
  addArtifacts(program, session)
  addPackages(program, session)
}

const fromPackages = commandsIn(() => import('../commands/work/packages.ts'))

/** Commands about packages in deliveries. */
const addPackages = (program: Command, session: Session): void => {
  const packages = program.command('packages').description('the packages in what was delivered')
  addCommands(packages, session, [
    [
      'affected',
      'who was delivered a package in an affected version, and whom to tell',
      fromPackages('showAffected'),
      ['[package]', 'its name, such as lodash; left out with --osv'],
      new Option('--type <type>', 'its kind').choices(purlTypes).default('npm'),
      ['--fixed <version>', 'versions before it are affected; by default all'],
      ['--vulnerability <id>', 'under which notices are kept, such as CVE-2021-23337'],
      ['--osv <file>', 'a whole vulnerability as osv.dev publishes it, in place of a package'],
    ],
    [
      'notice',
      'record that a client knows of a vulnerability',
      fromPackages('recordNotice'),
      ['<client>', 'the client account, by name or id'],
      required('--vulnerability <id>', 'the id of the vulnerability, such as CVE-2021-23337'),
      required('--note <text>', 'how the client heard of it'),
      ['--at <time>', 'when, such as 2027-03-04T10:15:00Z; by default now'],
    ],
    [
      'bill',
      'the bill of materials of the commit that a cycle delivered, as CycloneDX',
      fromPackages('readBill'),
      ['[cycle]', 'id or handle of a cycle; by default the newest of the project of this folder'],
      ['[file]', 'where to write it; by default to standard output'],
    ],
  ])
}

const fromPush = commandsIn(() => import('../commands/projects/push.ts'))
const fromSync = commandsIn(() => import('../commands/projects/sync.ts'))
const fromPull = commandsIn(() => import('../commands/projects/pull.ts'))
const fromSsh = commandsIn(() => import('../commands/work/ssh.ts'))

const path = ['[path]', 'a folder in a git repository', '.'] as const

const dryRun = ['--dry-run', 'show what would move, and move nothing'] as const

const sending = [
  path,
  project,
  dryRun,
  ['--wait', 'wait while an agent is at work on the project'],
  new Option('--on-findings <what>', 'when new commits hold something to review')
    .choices(['keep', 'stop'])
    .default('keep'),
  ['--protect', 'send new files with secrets, encrypted, without asking'],
  ['--no-protect', 'leave files with secrets out, without asking'],
] as const

/** The commands that keep a checkout and its project in step. */
const addSync = (program: Command, session: Session): void => {
  addCommands(program, session, [
    [
      'pull',
      'get the newest revision into a repository, or into an empty folder',
      fromPull('pull'),
      path,
      project,
      dryRun,
      ['--no-protect', 'leave the project’s files with secrets out'],
    ],
    ['push', 'make the commits of a repository the next revision of its project', fromPush('push'), ...sending],
    ['sync', 'pull new commits of the project, then push new ones from here', fromSync('sync'), ...sending],
    [
      'ssh',
      'open a shell with the project’s files, or run a command there',
      fromSsh('sshCommand'),
      ['[project]', 'name or id of the project; by default that of this folder'],
      ['[command...]', 'a command, and its words'],
    ],
  ])
}
