import { lazy } from 'react'
import type { ItemMenuProps } from './item-menu.tsx'
import { persistently } from './late-code.ts'
import { LateMenu } from './late-menu.tsx'

const readItemMenu = persistently(async () => ({ default: (await import('./item-menu.tsx')).ItemMenu }))
const ItemMenu = lazy(readItemMenu)

/** A menu of places and actions, whose code is read when a person reaches its button. */
export const LateItemMenu = ({ trigger, items }: ItemMenuProps) => (
  <LateMenu trigger={trigger} read={readItemMenu}>
    <ItemMenu trigger={trigger} items={items} />
  </LateMenu>
)
