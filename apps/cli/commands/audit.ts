import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { auditCheckpoint } from './audit-checkpoint.ts'
import { auditExport } from './audit-export.ts'
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
    .command('verify')
    .description('check an export against the key and checkpoints that were kept; needs no server')
    .argument('<file>', 'what atelier audit export wrote')
    .requiredOption(
      '--key <key or file>',
      'the public key of the workspace’s log; more than once for former keys',
      several,
    )
    .option('--checkpoint <file>', 'a checkpoint that was kept elsewhere; more than once for several', several, [])
    .action((file: string, options: Parameters<typeof auditVerify>[2]) => auditVerify(session, file, options))
}
