import type { Command } from 'commander'
import { atelier } from './command.ts'
import type { Session } from './session.ts'
import { addCommand, addCommands, commandsIn } from './command-table.ts'

const fromBackup = commandsIn(() => import('./commands/server/backup.ts'))
const fromRestore = commandsIn(() => import('./commands/server/restore.ts'))
const fromJoin = commandsIn(() => import('./commands/people/join.ts'))
const fromOutbox = commandsIn(() => import('./commands/server/outbox.ts'))

/** The commands for the operator of a server: they work on its data folder, by the settings that it is started with. */
export const addOperation = (program: Command, session: Session): void => {
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
