export * from './api.ts';
export * from './errors.ts';
export * from './formats.ts';
export * from './prices.ts';
export * from './record.ts';
