import { Menu, useMantineColorScheme } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import Store from 'lucide-react/icons/store'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { useChoose } from '../api/use-choose.ts'
import { useSignOut } from '../api/use-sign-out.ts'
import type { Me } from '../api/workspace.ts'
import { initials } from '../parts/initials.ts'
import { menuClasses } from '../parts/menu-classes.ts'
import { paths } from '../paths.ts'
import { useDensity, useLanguage, type Density } from '../preferences.ts'
import { useWords } from '../words/use-words.ts'
import type { Language } from '../words/words.ts'

export const PersonMenu = ({ me }: { readonly me: Me }) => {
  const words = useWords()
  return (
    <PersonMenuOf me={me}>
      <button type="button" className="nav-item">
        <span className="avatar" aria-hidden="true">
          {initials(me.name)}
        </span>
        <span dir="auto">{me.name}</span>
        <span className="sr">{words.account}</span>
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
  const leave = useSignOut(() => location.assign('/console/sign-in'))
  return (
    <Menu position="top-start" classNames={menuClasses} transitionProps={{ duration: 0 }} closeOnItemClick={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span dir="auto">{me.email}</span>
        </Menu.Label>
        <Menu.Item
          component={Link}
          to={paths.settings}
          closeMenuOnClick
          leftSection={<Settings className="i" aria-hidden="true" />}
        >
          {words.settings}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.clients}
          closeMenuOnClick
          leftSection={<Store className="i" aria-hidden="true" />}
        >
          {words.clients}
        </Menu.Item>
        <Menu.Divider />
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
  const { colorScheme } = useMantineColorScheme()
  const { choose } = useChoose()
  const names = ['auto', 'light', 'dark'] as const
  return (
    <Choices
      title={words.theme}
      chosen={colorScheme}
      choices={names.map((name) => [name, words.themes[name]] as const)}
      onChoose={(name) => choose({ theme: name === 'auto' ? null : name })}
    />
  )
}

const Densities = () => {
  const words = useWords()
  const { choose } = useChoose()
  const names: readonly Density[] = ['normal', 'compact']
  return (
    <Choices
      title={words.density}
      chosen={useDensity()}
      choices={names.map((name) => [name, words.densities[name]] as const)}
      onChoose={(density) => choose({ density })}
    />
  )
}

const Languages = () => {
  const { choose } = useChoose()
  return (
    <Choices
      title={useWords().language}
      chosen={useLanguage()}
      choices={languages}
      onChoose={(language) => choose({ language })}
    />
  )
}

interface ChoicesProps<Name extends string> {
  readonly title: string
  readonly chosen: Name
  readonly choices: readonly (readonly [name: Name, text: string])[]
  readonly onChoose: (name: Name) => void
}

/** One of several, under a title; the one that counts has a tick. */
const Choices = <Name extends string>({ title, chosen, choices, onChoose }: ChoicesProps<Name>) => (
  <div role="group" aria-label={title}>
    <Menu.Label>{title}</Menu.Label>
    <Menu.RadioGroup value={chosen} onChange={(value) => onChoose(value as Name)}>
      {choices.map(([name, text]) => (
        <Menu.RadioItem key={name} value={name} checkIcon={<Check className="i" aria-hidden="true" />}>
          {text}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  </div>
)
