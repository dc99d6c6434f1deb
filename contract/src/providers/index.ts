/** Formats and providers, without the rest of the contract's schemas. */
export { typeOfBedrockModel } from './bedrock.ts';
export type {
  EndpointCall,
  FieldChoice,
  FieldRules,
  FormatGuide,
  RequiredFields,
  RetrievalFields,
  SharedEndpoint,
} from './descriptor.ts';
export { CALLS, DESCRIPTORS, type Format, type FormatTypes, GUIDES } from './formats.ts';
export { PROVIDERS, type Provider, type ProviderName, providerNamed } from './providers.ts';
