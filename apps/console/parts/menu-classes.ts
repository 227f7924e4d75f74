/** Menus of Mantine in our looks. */
export const menuClasses = { dropdown: 'menu', item: 'menu-item', label: 'menu-label', divider: 'menu-line' }
