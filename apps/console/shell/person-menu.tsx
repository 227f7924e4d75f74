import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import LogOut from 'lucide-react/icons/log-out'
import type { ReactElement, ReactNode } from 'react'
import { signOut } from '../../../domains/accounts/people/contract/sign-in.ts'
import { useOperation } from '../api/use-operation.ts'
import type { Me } from '../api/workspace.ts'
import { menuClasses } from '../parts/menu-classes.ts'
import { chooseDensity, chooseLanguage, useDensity, useLanguage, type Density } from '../preferences.ts'
import { useWords } from '../words/use-words.ts'
import type { Language } from '../words/words.ts'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')
    .toUpperCase()

export const PersonMenu = ({ me }: { readonly me: Me }) => {
  const words = useWords()
  return (
    <PersonMenuOf me={me}>
      <button type="button" className="nav-item" aria-label={words.accountOf(me.name)}>
        <span className="avatar" aria-hidden="true">
          {initials(me.name)}
        </span>
        <span dir="auto">{me.name}</span>
      </button>
    </PersonMenuOf>
  )
}

const languages: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
]

/** What a person chooses for themselves, behind the button that is given. */
export const PersonMenuOf = ({ me, children }: { readonly me: Me; readonly children: ReactElement }) => {
  const words = useWords()
  const leave = useOperation(signOut, { then: () => location.assign('/console/sign-in') })
  return (
    <Menu position="top-start" classNames={menuClasses} transitionProps={{ duration: 0 }} closeOnItemClick={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span dir="auto">{me.email}</span>
        </Menu.Label>
        <Themes />
        <Menu.Divider />
        <Densities />
        <Menu.Divider />
        <Languages />
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut className="i" aria-hidden="true" />} onClick={() => leave.mutate({})}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Themes = () => {
  const words = useWords()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const names: readonly MantineColorScheme[] = ['auto', 'light', 'dark']
  return (
    <Choices title={words.theme}>
      {names.map((name) => (
        <Choice key={name} isChosen={name === colorScheme} onChoose={() => setColorScheme(name)}>
          {words.themes[name]}
        </Choice>
      ))}
    </Choices>
  )
}

const Densities = () => {
  const words = useWords()
  const chosen = useDensity()
  const names: readonly Density[] = ['normal', 'compact']
  return (
    <Choices title={words.density}>
      {names.map((name) => (
        <Choice key={name} isChosen={name === chosen} onChoose={() => chooseDensity(name)}>
          {words.densities[name]}
        </Choice>
      ))}
    </Choices>
  )
}

const Languages = () => {
  const words = useWords()
  const chosen = useLanguage()
  return (
    <Choices title={words.language}>
      {languages.map(([language, name]) => (
        <Choice key={language} isChosen={language === chosen} onChoose={() => chooseLanguage(language)}>
          <span lang={language}>{name}</span>
        </Choice>
      ))}
    </Choices>
  )
}

const Choices = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div role="group" aria-label={title}>
    <Menu.Label>{title}</Menu.Label>
    {children}
  </div>
)

interface ChoiceProps {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <Menu.Item role="menuitemradio" aria-checked={isChosen} onClick={onChoose}>
    <span className="cut">{children}</span>
    {isChosen ? <Check className="i end" aria-hidden="true" /> : null}
  </Menu.Item>
)
