export const products = [
  { name: 'Rye loaf', cents: 480 },
  { name: 'Baguette', cents: 190 },
  { name: 'Cinnamon roll', cents: 260 },
]
