import type { Command } from 'commander'
import { atelier } from './command.ts'
import type { BackupOptions } from './commands/backup.ts'
import type { Session } from './session.ts'

/** The commands for whoever keeps a server: they work on its data folder, by the settings that it is started with. */
export const addOperation = (program: Command, session: Session): void => {
  program.commandsGroup('Keeping a server')
  const backup = program
    .command('backup')
    .description('copy database, repositories and objects of a server on this machine, while it works')
    .argument('<to>', 'a folder that does not exist yet')
    .option('--keys <folder>', 'copy the keys too, into this folder, which is to be kept apart')
    .option('--dump <file>', 'with DATABASE_URL: the dump of that database, made just before')
    .action(async (to: string, options: BackupOptions) =>
      (await import('./commands/backup.ts')).backup(session, to, options),
    )
  backup
    .command('verify')
    .description('read every byte of a backup and say whether it is whole; needs no server')
    .argument('<backup>', `what ${atelier} backup wrote`)
    .action(async (from: string) => (await import('./commands/backup.ts')).verifyBackupAt(session, from))
  program
    .command('restore')
    .description('put a backup into the data folder of the settings, which has to be empty')
    .argument('<from>', `what ${atelier} backup wrote`)
    .option('--keys <folder>', 'the folder with the keys that were kept apart')
    .action(async (from: string, options: { readonly keys?: string }) =>
      (await import('./commands/restore.ts')).restore(session, from, options),
    )
  program
    .command('outbox')
    .description('list mail of a server without SMTP, or print one message')
    .argument('[id]', 'the id of a message')
    .action(async (id: string | undefined) => (await import('./commands/outbox.ts')).outbox(session, id))
}
