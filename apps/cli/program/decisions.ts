import { Option, type Command } from 'commander'
import { clientStatuses } from '../../../domains/delivery/deliverables/rules.ts'
import { atelier } from './command.ts'
import type { FileOptions } from '../commands/work/deliverable-file.ts'
import type { SaveOptions } from '../commands/audit/verify-decision.ts'
import { usage } from '../failure.ts'
import { cycle, several } from './options.ts'
import type { Session } from '../session.ts'
import { addCommand, addCommands, commandsIn, required } from './command-table.ts'

const fromInbox = commandsIn(() => import('../commands/work/inbox.ts'))
const fromDeliverable = commandsIn(() => import('../commands/work/deliverable.ts'))
const fromVerifyDecision = commandsIn(() => import('../commands/audit/verify-decision.ts'))
const fromVerifyDelivery = commandsIn(() => import('../commands/audit/verify-delivery.ts'))
const fromVerifyEvidence = commandsIn(() => import('../commands/audit/verify-evidence.ts'))

const request = ['<request>', `its id, or the part that ${atelier} inbox shows`] as const

/** Commands about requests to people, and about results that clients see and decide on. */
export const addDecisions = (program: Command, session: Session): void => {
  program.commandsGroup('Decisions')
  addRequests(program, session)
  addQuestions(program, session)
  addDeliverables(program, session)
  addVerify(program, session)
}

const addRequests = (program: Command, session: Session) => {
  addCommands(program, session, [
    ['inbox', 'requests that wait for a decision, with the reasons', fromInbox('inbox')],
    [
      'approve',
      'approve a request, so that its run goes on, or a deliverable',
      fromInbox('approve'),
      ['[request]', request[1]],
      ['--note <text>', 'a note beside the decision'],
      ['--clean', 'every change with at most three lines that no test sees, which are shown first'],
      ['--yes', 'with --clean: without asking'],
      ['--try-rest', 'first try what was not tried in time; then the change merges, or asks again'],
    ],
    [
      'reject',
      'send a change back with feedback, or give it up without any',
      fromInbox('reject'),
      request,
      ['--feedback <text>', 'what should be different'],
    ],
  ])
}

const addQuestions = (program: Command, session: Session) => {
  addCommand(program, session, [
    'ask-client',
    'ask the client of a project a question about a cycle',
    async (session, title: string, question: string, id: string | undefined) =>
      (await import('../commands/work/inbox.ts')).askClient(session, { title, question }, id),
    ['<title>', 'the question in a line'],
    ['<question>', 'the question'],
    cycle,
  ])
  addCommand(program, session, [
    'answer',
    'answer a question; agents of its cycle read the answer',
    fromInbox('answer'),
    request,
    ['<words>', 'the answer'],
  ])
}

type SavedParts = Partial<SaveOptions & FileOptions> & { readonly proof?: true }

const addDeliverables = (program: Command, session: Session) => {
  program
    .command('deliverable')
    .description('a cycle’s publication for clients, compared with its hash, and their decisions')
    .argument(...cycle)
    .option('--decision <request>', 'save a signed decision: its id, or a part of it')
    .option('--file <name>', 'save a file that the newest revision names')
    .option('--proof', 'save the signed proof of the newest revision')
    .option('--out <file>', 'where to write it: else decision.json, proof.json, or the name of the file')
    .action(async (id: string | undefined, { decision, file, proof, out }: SavedParts) => {
      if ([decision, file, proof].filter((one) => one !== undefined).length > 1)
        throw usage('Take a decision, a file or the proof, one at a time.')
      if (proof) return (await import('../commands/work/deliverable-file.ts')).saveDeliverableProof(session, id, out)
      if (file !== undefined)
        return (await import('../commands/work/deliverable-file.ts')).saveDeliverableFile(session, id, { file, out })
      return decision === undefined
        ? (await import('../commands/work/deliverable.ts')).showDeliverable(session, id)
        : (await import('../commands/audit/verify-decision.ts')).saveDecision(session, id, { decision, out })
    })
  addCommands(program, session, [
    [
      'publish',
      'show clients what a cycle delivered, and ask them to decide',
      fromDeliverable('publish'),
      cycle,
      ['--title <title>', 'by default unchanged, or the title of the cycle'],
      ['--summary <text>', 'the delivery, in words for the client'],
      ['--due <day>', 'due date: 2027-03-04'],
      new Option('--status <status>', 'the state of the work').choices(clientStatuses),
      ['--ask <who...>', 'ask a client to decide: an id, or as an administrator a mail address'],
    ],
    ['unpublish', 'withdraw it from clients', fromDeliverable('unpublish'), cycle],
  ])
}

const addVerify = (program: Command, session: Session) => {
  const verify = program.command('verify').description('check signed or sent files of others; needs no server')
  addCommands(verify, session, [
    [
      'decision',
      'check a decision that a reviewer signed with a passkey',
      fromVerifyDecision('verifySignedDecision'),
      ['<file>', `what ${atelier} deliverable --decision wrote`],
      required('--origin <address>', 'the address at which it was signed, as you know it'),
      ['--key <sha256>', 'the SHA-256 of the reviewer’s key, if you know it'],
    ],
    [
      'evidence',
      'check the evidence of an invoice’s lines',
      fromVerifyEvidence('verifyEvidenceFile'),
      ['<file>', `what ${atelier} invoices evidence wrote`],
      ['--origin <address>', 'the address at which decisions in it were signed, as you know it'],
      ['--sha256 <hash>', 'the hash of the evidence, if you know it'],
    ],
    [
      'delivery',
      'check the proof of an invoice or a deliverable, from the key to the invoice',
      fromVerifyDelivery('verifyDeliveryFile'),
      ['<file>', `what ${atelier} invoices proof or ${atelier} deliverable --proof wrote`],
      required('--key <key>', 'a key of the audit log, or a file with one; can be repeated', several),
      ['--origin <address>', 'the address at which decisions in it were signed, as you know it'],
    ],
  ])
}
