import type { Command } from 'commander'
import type { ExportSecretsOptions } from './commands/secrets-export.ts'
import type { RunOptions } from './commands/secrets-run.ts'
import type { SecretsOptions, SetSecretOptions } from './commands/secrets.ts'
import { project, several } from './program-options.ts'
import type { Session } from './session.ts'

/** The commands about the secrets of a project. */
export const addSecrets = (program: Command, session: Session): void => {
  const secrets = program.command('secrets').description('secrets of a project')
  const command = (name: string, description: string, isDefault = false) =>
    secrets
      .command(name, { isDefault })
      .description(description)
      .option(...project)
  command('list', 'all of them, each masked to its last four characters', true).action(
    async (options: SecretsOptions) => (await import('./commands/secrets.ts')).listSecrets(session, options),
  )
  command('set', 'set one; its value is typed unseen, or comes on standard input')
    .argument('<name>', 'its key in the file')
    .option('--source <path>', 'the file that it belongs to', '.env')
    .action(async (name: string, options: SetSecretOptions) =>
      (await import('./commands/secrets.ts')).setSecret(session, name, options),
    )
  command('import', 'import files of secrets; each replaces what its path held')
    .argument('<files...>', 'in this folder or below')
    .action(async (files: string[], options: SecretsOptions) =>
      (await import('./commands/secrets.ts')).importSecrets(session, files, options),
    )
  command('remove', 'remove a protected file with its secrets from the project; yours here stays')
    .argument('<path>', 'its path in the project')
    .action(async (path: string, options: SecretsOptions) =>
      (await import('./commands/secrets.ts')).removeSecretFile(session, path, options),
    )
  command('export', 'write a file of secrets with its values in clear, for you alone')
    .argument('<source>', 'its path in the project')
    .option('--out <file>', 'where to; by default its path from this folder')
    .option('--format <format>', 'another format, such as dotenv or json')
    .option('--force', 'replace a file that is there')
    .action(async (source: string, options: ExportSecretsOptions) =>
      (await import('./commands/secrets-export.ts')).exportSecrets(session, source, options),
    )
  command('run', 'run a command with the secrets as its variables')
    .argument('<command...>', 'behind --')
    .option('--source <path>', 'of this file alone; more than once for several', several)
    .action(async (words: string[], options: RunOptions) =>
      (await import('./commands/secrets-run.ts')).runWithSecrets(session, words, options),
    )
  secrets
    .command('rotate-root')
    .description('on the server’s machine: wrap the data keys of all projects with the first of its root keys')
    .action(async () => (await import('./commands/rotate-root.ts')).rotateRoot(session))
}
