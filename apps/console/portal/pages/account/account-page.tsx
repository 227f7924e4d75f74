import LogOut from 'lucide-react/icons/log-out'
import { lazy, Suspense } from 'react'
import { useSignOut } from '../../../api/use-sign-out.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Heading } from '../../../parts/text/heading.tsx'
import { useLanguage } from '../../../preferences.ts'
import { chooseTheme, useChosenTheme } from '../../../theme.ts'
import { persistently } from '../../../shell/late-code.ts'
import { enterLanguage } from '../../../words/late-german.ts'
import { useCoreWords } from '../../../words/core/index.ts'
import { usePortalTitle } from '../../parts/use-agency.tsx'
import { PortalError } from '../../parts/portal-error.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { useCurrentPortal } from '../../current-portal.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { usePortalWords } from '../../../words/portal/index.ts'

// Few visits need it; the look of the pages comes with it, below, and so nothing moves.
const AccountSettings = lazy(persistently(() => import('../../parts/account-settings.tsx')))

const themes = ['auto', 'light', 'dark'] as const

/** The client's account here: the way out, and the reads after it. */
export const AccountPage = () => {
  const words = usePortalWords()
  const ofConsole = useCoreWords()
  const { me, slug, accounts } = useCurrentPortal()
  const theme = useChosenTheme()
  const leave = useSignOut(() => location.assign(`/console${portalPaths.signIn(slug)}`))
  usePortalTitle(words.account)
  return (
    <div className="narrow stack account">
      <div className="account-head">
        <div>
          <Heading>{me.name}</Heading>
          <p className="small" dir="auto">
            {[me.email, ...accounts.map(({ name }) => name)].join(dot)}
          </p>
        </div>
        <Button size="small" icon={LogOut} isPending={leave.isPending} onClick={() => leave.mutate({})}>
          {words.signOut}
        </Button>
      </div>
      <PortalError error={leave.error} />
      <Suspense>
        <AccountSettings>
          <Choice
            title={ofConsole.theme}
            choices={themes.map((name) => [name, ofConsole.themes[name]] as const)}
            chosen={theme}
            onChoose={(chosen) => chooseTheme(chosen === 'auto' ? null : chosen)}
          />
          <Choice
            title={ofConsole.language}
            choices={[['en', 'English'] as const, ['de', 'Deutsch'] as const]}
            chosen={useLanguage()}
            onChoose={(chosen) => void enterLanguage(chosen)}
          />
        </AccountSettings>
      </Suspense>
    </div>
  )
}

interface ChoiceProps<Name extends string> {
  readonly title: string
  readonly choices: readonly (readonly [name: Name, text: string])[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

/** One of a few, all of them in sight. */
const Choice = <Name extends string>({ title, choices, chosen, onChoose }: ChoiceProps<Name>) => (
  <div className="item" role="group" aria-label={title}>
    <b className="grow">{title}</b>
    <div className="seg">
      {choices.map(([name, text]) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {text}
        </button>
      ))}
    </div>
  </div>
)
