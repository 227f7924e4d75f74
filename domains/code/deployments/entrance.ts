/** Where a preview’s host takes the links of `openDeployment` and `createPreviewShare`; no program behind it is ever asked for this path. */
export const entrancePath = '/.atelier/enter'
