import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { auditCheckpoint } from './audit-checkpoint.ts'
import { auditExport } from './audit-export.ts'
import { auditProve } from './audit-prove.ts'
import { auditVerify } from './audit-verify.ts'

const several = (value: string, before: readonly string[] = []) => [...before, value]

/** `atelier audit …`: take the audit log along, and prove it without a server. */
export const addAudit = (program: Command, session: Session): void => {
  const audit = program.command('audit').description('take the audit log along, and prove it without a server')
  audit
    .command('export')
    .description('the whole audit log as lines of JSON, with what proves it')
    .option('--out <file>', 'where to write it; by default standard output')
    .action((options: Parameters<typeof auditExport>[1]) => auditExport(session, options))
  audit
    .command('checkpoint')
    .description('the newest signed head of the audit log, to be kept elsewhere, and the key it is checked with')
    .action(() => auditCheckpoint(session))
  audit
    .command('prove')
    .description('one row of an export with what proves it, to be shown without the others; needs no server')
    .argument('<file>', 'what atelier audit export wrote')
    .requiredOption('--position <number>', 'the position of the row in the log')
    .option('--out <file>', 'where to write it; by default standard output')
    .action((file: string, options: Parameters<typeof auditProve>[2]) => auditProve(session, file, options))
  audit
    .command('verify')
    .description(
      'check an export, or the proof of one row, against keys and checkpoints that were kept; needs no server',
    )
    .argument('<file>', 'what atelier audit export or atelier audit prove wrote')
    .requiredOption(
      '--key <key or file>',
      'the public key of the workspace’s log; more than once for former keys',
      several,
    )
    .option('--checkpoint <file>', 'a checkpoint that was kept elsewhere; more than once for several', several, [])
    .action((file: string, options: Parameters<typeof auditVerify>[2]) => auditVerify(session, file, options))
}
