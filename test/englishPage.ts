/** What an owner could write for visitors from abroad; without it there is no such page. */
export const english = {
  title: 'Smart devices for construction sites',
  lead: 'We make tower crane monitors and dust monitors.',
  products: ['Tower crane monitoring system', 'Dust and noise monitor'],
  proofs: ['ISO 9001:2015'],
  phone: '+86 533 0000000',
  mailbox: '',
}
