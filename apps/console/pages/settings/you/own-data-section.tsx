import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { erasePerson, exportPerson } from '../../../../../domains/accounts/people/contract/own-data.ts'
import { leaveWorkspace, listMembers } from '../../../../../domains/accounts/workspaces/contract/members.ts'
import { queries } from '../../../api/queries.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useLateRows } from '../../../api/use-pages.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Confirm } from '../../../parts/feedback/confirm.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { forgetTyped } from '../../../api/typed-values.ts'
import { FreshSignInRefusal } from '../security/fresh-sign-in-refusal.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** The data of a person: its export, leaving the workspace, and the deletion of the account. */
export const OwnDataSection = () => {
  const words = useSettingsWords().data
  return (
    <Section title={words.account}>
      <div className="panel rows">
        <Section
          title={words.title}
          text={words.exportText}
          action={
            <LinkButton icon={Download} href={exportPerson.path} download="atelier-own-data.json">
              {words.download}
            </LinkButton>
          }
        />
        <LeaveSection />
        <EraseSection />
      </div>
    </Section>
  )
}

const LeaveSection = () => {
  const words = useSettingsWords().data
  const { workspace, isOwner } = useRole()
  const leave = () => {
    queries.clear()
    location.assign('/console/')
  }
  const members = useLateRows(listMembers, 5_000, {}, { enabled: isOwner }).data
  const isOnlyOwner = isOwner && members?.filter(({ role }) => role === 'owner').length === 1
  return (
    <Section
      title={words.leave(workspace.name)}
      text={isOnlyOwner ? words.leaveOwner : words.leaveText}
      action={
        isOwner && (members === undefined || isOnlyOwner) ? (
          <LinkButton to={paths.settingsOf('members')}>{words.toMembers}</LinkButton>
        ) : (
          <ConfirmButton
            variant="danger"
            label={words.leaveAct}
            operation={leaveWorkspace}
            input={{}}
            then={leave}
            title={`${words.leave(workspace.name)}?`}
            keep={words.stay}
          >
            <p>{words.leaveText}</p>
          </ConfirmButton>
        )
      }
    />
  )
}

const EraseSection = () => {
  const words = useSettingsWords().data
  const { email } = useRole().me
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const erase = useOperation(erasePerson, {
    then: () => {
      queries.clear()
      forgetTyped()
      location.assign('/console/gone')
    },
  })
  return (
    <Section
      title={words.erase}
      text={words.eraseText}
      action={
        <Button variant="danger" onClick={() => setConfirmOpen(true)}>
          {words.eraseAct}
        </Button>
      }
    >
      {isConfirmOpen ? null : <FreshSignInRefusal error={erase.error} />}
      {isConfirmOpen ? (
        <Confirm
          title={words.eraseTitle}
          verb={words.eraseAct}
          keep={words.keep}
          isBusy={erase.isPending}
          typed={{ label: words.typeAddress(email), text: email }}
          onClose={() => setConfirmOpen(false)}
          onConfirm={() => erase.mutate({}, { onError: () => setConfirmOpen(false) })}
        >
          <div className="stack">
            <p>{words.eraseMeans}</p>
            <Terms title={words.goes} list={words.goesList} />
            <Terms title={words.stays} list={words.staysList} />
          </div>
        </Confirm>
      ) : null}
    </Section>
  )
}

const Terms = ({ title, list }: { readonly title: string; readonly list: readonly string[] }) => (
  <div>
    <b>{title}</b>
    <ul className="terms">
      {list.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
)
