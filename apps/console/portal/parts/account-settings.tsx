import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { exportPerson } from '../../../../domains/accounts/people/contract/own-data.ts'
import { listMyPasskeys } from '../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { useLetterSettings } from '../../api/use-letter-settings.ts'
import { useReply } from '../../api/use-operation.ts'
import { LinkButton } from '../../parts/forms/button.tsx'
import { SwitchSetting } from '../../parts/forms/switch.tsx'
import { paths } from '../../paths.ts'
import { useAccountWords } from '../../words/portal-account/index.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { useCurrentPortal } from '../current-portal.ts'
import { useDates } from '../use-dates.ts'
import { AddPasskey } from './add-passkey.tsx'
import { PortalError } from './portal-error.tsx'

/** The emails that a client gets; the others are about work of the agency. */
const letterKinds = ['approvals', 'requests'] as const

/** The ways in which a client signs in, the emails that come, the look of the pages, and a copy of the own data. */
export default function AccountSettings({ children: look }: { readonly children: ReactNode }) {
  const words = useAccountWords()
  const { letters, save, error } = useLetterSettings()
  return (
    <>
      <Part title={words.signIn}>
        <Passkeys />
      </Part>
      <Part title={words.letters}>
        <p className="small">{words.lettersText}</p>
        <div className="panel rows">
          {letterKinds.map((kind) => (
            <SwitchSetting
              key={kind}
              label={words[kind]}
              isOn={letters[kind]}
              onChange={(isOn) => save({ [kind]: isOn })}
            />
          ))}
        </div>
        <PortalError error={error} />
      </Part>
      <Part title={words.look}>
        <div className="panel rows">{look}</div>
      </Part>
      <Part title={words.data}>
        <div className="panel rows">
          <div className="item">
            <span className="grow">{words.dataText}</span>
            <LinkButton icon={Download} href={exportPerson.path} download="own-data.json">
              {words.download}
            </LinkButton>
          </div>
        </div>
      </Part>
    </>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="account-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Passkeys = () => {
  const words = useAccountWords()
  const { password } = usePortalWords().signIn
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const passkeys = useReply(listMyPasskeys)
  return (
    <ul className="panel rows">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="item">
          <span className="grow">
            <b className="two" dir="auto">
              {passkey.name ?? words.unnamed}
            </b>
            <span className="small">{words.since(day(passkey.createdAt))}</span>
          </span>
        </li>
      ))}
      <li className="item">
        <span className="grow">
          <b className="two">{words.unnamed}</b>
          <span className="small">{words.passkeyText}</span>
        </span>
        <AddPasskey />
      </li>
      <li className="item">
        <b className="grow">{password}</b>
        <LinkButton to={`${paths.resetPassword}?agency=${slug}`}>{words.password}</LinkButton>
      </li>
    </ul>
  )
}
