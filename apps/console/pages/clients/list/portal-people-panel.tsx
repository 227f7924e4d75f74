import { Fragment, memo } from 'react'
import {
  getWorkspacePortalSettings,
  listWorkspacePortalClients,
  removeWorkspacePortalClient,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
} from '../../../../../domains/accounts/clients/contract/portals.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { NamedCell } from '../../../parts/list/wide-table.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'
import { ThingLink } from '../../../parts/story/sentence.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { Options } from '../../../parts/forms/options.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

type Client = Reply<typeof listWorkspacePortalClients>[number]

/** All people with access to the portal, by any place, and their rights to create there. */
export const PortalPeopleSection = () => {
  const words = useSettingsWords().clients
  const { rows: clients, ...rest } = usePages(listWorkspacePortalClients)
  const settings = useReply(getWorkspacePortalSettings)
  const save = useOperation(updateWorkspacePortalSettings, {})
  return (
    <>
      <ListPage
        title={words.portal}
        text={words.portalText(clients.length)}
        rows={clients}
        rest={rest}
        textOf={({ name, email }) => `${name} ${email}`}
        label={words.filterPeople}
        param="people"
        none={words.nobody}
        wide={words.portal}
        className="stacked people-table"
        columns={[
          { name: words.person },
          { name: words.columns.client },
          { name: words.create_ },
          { name: <span className="sr">{words.remove}</span>, className: 'num' },
        ]}
      >
        {(client) => <ClientRow key={client.userId} client={client} />}
      </ListPage>
      {settings.canCreateProjects || clients.some(({ clientAccountIds }) => clientAccountIds.length === 0) ? (
        <div className="panel">
          <SwitchSetting
            label={words.byDefault}
            isDisabled={save.isPending}
            isOn={settings.canCreateProjects}
            onChange={(canCreateProjects) => save.mutate({ body: { canCreateProjects } })}
          />
        </div>
      ) : null}
      <Refusal error={save.error} />
    </>
  )
}

const choices = { default: null, yes: true, no: false } as const
type PermissionChoice = keyof typeof choices

const ClientRow = memo(({ client }: { readonly client: Client }) => {
  const words = useSettingsWords().clients
  const { userId, name, email, canCreateProjects, canCreateProjectsOverride, clientAccountIds } = client
  const accounts = useThings(clientAccountIds)
  const save = useOperation(updateWorkspacePortalClient)
  const chosen = (Object.keys(choices) as PermissionChoice[]).find((one) => choices[one] === canCreateProjectsOverride)
  return (
    <tr>
      <td className="main" dir="auto">
        <b title={name}>{name}</b>
        <span className="quiet">{email}</span>
      </td>
      <NamedCell
        name={words.columns.client}
        value={
          clientAccountIds.length === 0
            ? undefined
            : clientAccountIds.map((id, at) => (
                <Fragment key={id}>
                  {at === 0 ? null : ', '}
                  <ThingLink thing={accounts.get(id)} />
                </Fragment>
              ))
        }
      />
      <NamedCell
        name={words.create_}
        value={
          <>
            <select
              className="input role"
              value={chosen}
              disabled={save.isPending}
              aria-label={words.overrideOf(name)}
              onChange={(event) =>
                save.mutate({
                  params: { userId },
                  body: { canCreateProjects: choices[event.target.value as PermissionChoice] },
                })
              }
            >
              <Options
                of={Object.keys(choices) as PermissionChoice[]}
                names={{
                  ...words.overrides,
                  default: words.byDefaultNow(chosen === 'default' ? canCreateProjects : undefined),
                }}
              />
            </select>
            <Refusal error={save.error} />
          </>
        }
      />
      <td className="num">
        <ConfirmButton
          size="small"
          aria-label={words.removeOf(name)}
          label={words.remove}
          operation={removeWorkspacePortalClient}
          input={{ params: { userId } }}
          title={words.removeTitle(name)}
          verb={words.removeFromPortal}
          keep={words.keep}
        >
          <p>{words.removeFromPortalMeans}</p>
        </ConfirmButton>
      </td>
    </tr>
  )
})
