/** Where a preview's host takes the link of `openDeployment`; no program behind it is ever asked for this path. */
export const entrancePath = '/.atelier/enter'
