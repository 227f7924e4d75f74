import { Option, type Command } from 'commander'
import { clientStatuses } from '../../domains/delivery/deliverables/rules.ts'
import { atelier } from './command.ts'
import type { FileOptions } from './commands/deliverable-file.ts'
import type { PublishOptions } from './commands/deliverable.ts'
import type { SaveOptions, VerifyDecisionOptions } from './commands/verify-decision.ts'
import type { VerifyEvidenceOptions } from './commands/verify-evidence.ts'
import { usage } from './failure.ts'
import type { Session } from './session.ts'

const request = ['<request>', `its id, or the part that ${atelier} inbox shows`] as const

type CycleArgument = readonly [name: string, description: string]

/** The commands about what waits for a person, and about what clients see and decide on. */
export const addDecisions = (program: Command, session: Session, cycle: CycleArgument): void => {
  program.commandsGroup('Decisions')
  addRequests(program, session)
  addQuestions(program, session, cycle)
  addDeliverables(program, session, cycle)
  addVerify(program, session)
}

const addRequests = (program: Command, session: Session) => {
  program
    .command('inbox')
    .description('what waits for a decision, with the reasons')
    .action(async () => (await import('./commands/inbox.ts')).inbox(session))
  program
    .command('approve')
    .description('approve what a run waits for, which goes on, or a deliverable')
    .argument(...request)
    .option('--note <text>', 'what to keep beside the decision')
    .action(async (named: string, options: { readonly note?: string }) =>
      (await import('./commands/inbox.ts')).approve(session, named, options),
    )
  program
    .command('reject')
    .description('send a change back with a word on what should be different, or give it up without one')
    .argument(...request)
    .option('--feedback <text>', 'what should be different')
    .action(async (named: string, options: { readonly feedback?: string }) =>
      (await import('./commands/inbox.ts')).reject(session, named, options),
    )
}

const addQuestions = (program: Command, session: Session, cycle: CycleArgument) => {
  program
    .command('ask-client')
    .description('ask the client of a project a question about a cycle')
    .argument('<title>', 'the question in a line')
    .argument('<question>', 'what to ask')
    .argument(...cycle)
    .action(async (title: string, question: string, id: string | undefined) =>
      (await import('./commands/inbox.ts')).askClient(session, { title, question }, id),
    )
  program
    .command('answer')
    .description('answer a question; agents of its cycle read the answer')
    .argument(...request)
    .argument('<words>', 'the answer')
    .action(async (named: string, words: string) => (await import('./commands/inbox.ts')).answer(session, named, words))
}

const addDeliverables = (program: Command, session: Session, cycle: CycleArgument) => {
  program
    .command('deliverable')
    .description('what clients see of a cycle, held against its hash, and how they decided')
    .argument(...cycle)
    .option('--decision <request>', 'take a signed decision along: its id, or a part of it')
    .option('--file <name>', 'save a file that the newest revision names')
    .option('--out <file>', 'where to write it: else decision.json, or the name of the file')
    .action(async (id: string | undefined, { decision, file, out }: Partial<SaveOptions & FileOptions>) => {
      if (decision !== undefined && file !== undefined) throw usage('Take a decision or a file, one at a time.')
      if (file !== undefined)
        return (await import('./commands/deliverable-file.ts')).saveDeliverableFile(session, id, { file, out })
      return decision === undefined
        ? (await import('./commands/deliverable.ts')).showDeliverable(session, id)
        : (await import('./commands/verify-decision.ts')).saveDecision(session, id, { decision, out })
    })
  program
    .command('publish')
    .description('show clients what a cycle delivered, and ask them to decide')
    .argument(...cycle)
    .option('--title <title>', 'by default as it was, or the title of the cycle')
    .option('--summary <text>', 'what is delivered, in words for the client')
    .option('--due <day>', 'when it is to be delivered: 2027-03-04')
    .addOption(new Option('--status <status>', 'how the work stands').choices(clientStatuses))
    .option('--ask <who...>', 'ask a client to decide: an id, or as an administrator a mail address')
    .action(async (id: string | undefined, options: PublishOptions) =>
      (await import('./commands/deliverable.ts')).publish(session, id, options),
    )
  program
    .command('unpublish')
    .description('withdraw it from clients')
    .argument(...cycle)
    .action(async (id: string | undefined) => (await import('./commands/deliverable.ts')).unpublish(session, id))
}

const addVerify = (program: Command, session: Session) => {
  const verify = program.command('verify').description('check what others signed or sent; needs no server')
  verify
    .command('decision')
    .description('check a decision that a reviewer signed with a passkey')
    .argument('<file>', `what ${atelier} deliverable --decision wrote`)
    .requiredOption('--origin <address>', 'the address at which it was signed, as you know it')
    .option('--key <sha256>', 'the SHA-256 of the reviewer’s key, where you know it')
    .action(async (file: string, options: VerifyDecisionOptions) =>
      (await import('./commands/verify-decision.ts')).verifySignedDecision(session, file, options),
    )
  verify
    .command('evidence')
    .description('check what the lines of an invoice rest on')
    .argument('<file>', `what ${atelier} invoices evidence wrote`)
    .option('--origin <address>', 'the address at which decisions in it were signed, as you know it')
    .option('--sha256 <hash>', 'the hash of the evidence, where you know it')
    .action(async (file: string, options: VerifyEvidenceOptions) =>
      (await import('./commands/verify-evidence.ts')).verifyEvidenceFile(session, file, options),
    )
}
