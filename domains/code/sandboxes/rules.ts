/** Why no project has a desktop. */
export const noDesktop =
  'This version of Atelier has no desktops. Work in the terminal of the project, or run cycles in mode sandbox.'
