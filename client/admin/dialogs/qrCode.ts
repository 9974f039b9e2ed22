// A file of its own, since all that a package exports would be in the bundle if the package itself were loaded on demand.
export { encode } from 'uqr'
