import { workspaceSettings } from '../../../../domains/accounts/workspaces/contract.ts'
import type { Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Settings = Reply<typeof workspaceSettings.getWorkspaceSettings>

/** `atelier workspace`: prints the name of the workspace, its time zone and its locale. */
export const showWorkspace = async (session: Session): Promise<void> => {
  const client = await session.client()
  tell(session, await client.call(workspaceSettings.getWorkspaceSettings))
}

interface SetWorkspaceOptions {
  readonly name?: string
  readonly timeZone?: string
  readonly locale?: string
}

/** `atelier workspace set`: changes values of the workspace; other values stay as they are. */
export const setWorkspace = async (session: Session, body: SetWorkspaceOptions): Promise<void> => {
  if (Object.keys(body).length === 0) throw usage('Say what to set: --name, --time-zone or --locale.')
  const client = await session.client()
  tell(session, await client.call(workspaceSettings.updateWorkspaceSettings, { body }))
}

const tell = ({ output }: Session, settings: Settings) => {
  output.document(settings)
  const { name, timeZone, locale } = settings
  for (const [label, value] of Object.entries({ name, 'time zone': timeZone, locale }))
    output.print(`${label.padEnd(10)} ${printable(value)}`)
}
