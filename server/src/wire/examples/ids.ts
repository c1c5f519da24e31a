/** Examples refer to each other by these. */
export const account = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e01';
export const child = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e02';
export const project = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e03';
export const carbonProject = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e04';
export const offset = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e05';
export const certificate = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e06';
export const carbonOffset = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e07';
export const server = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e08';
export const sandbox = '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e10';
export const date = '2026-10-31T23:59:59Z';
