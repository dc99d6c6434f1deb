/**
 * The protobuf messages of OTLP/HTTP, with the field numbers of opentelemetry-proto 1.x. Spans and log
 * records are bytes inside their scope: that is the same on the wire, and a malformed record does not spoil
 * the others.
 */
import protobuf from 'protobufjs';

const SOURCE = `
  syntax = "proto3";

  message AnyValue {
    oneof value {
      string string_value = 1;
      bool bool_value = 2;
      int64 int_value = 3;
      double double_value = 4;
      ArrayValue array_value = 5;
      KeyValueList kvlist_value = 6;
      bytes bytes_value = 7;
    }
  }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValueList { repeated KeyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
  message Scope {
    string name = 1;
    string version = 2;
    repeated KeyValue attributes = 3;
    uint32 dropped_attributes_count = 4;
  }

  message Groups { repeated Group groups = 1; }
  message Group { Resource resource = 1; repeated ScopeGroup scopes = 2; string schema_url = 3; }
  message ScopeGroup { Scope scope = 1; repeated bytes records = 2; string schema_url = 3; }

  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    string trace_state = 3;
    bytes parent_span_id = 4;
    string name = 5;
    int32 kind = 6;
    fixed64 start_time_unix_nano = 7;
    fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9;
    uint32 dropped_attributes_count = 10;
    repeated Event events = 11;
    uint32 dropped_events_count = 12;
    repeated Link links = 13;
    uint32 dropped_links_count = 14;
    Status status = 15;
    fixed32 flags = 16;
  }
  message Event {
    fixed64 time_unix_nano = 1;
    string name = 2;
    repeated KeyValue attributes = 3;
    uint32 dropped_attributes_count = 4;
  }
  message Link {
    bytes trace_id = 1;
    bytes span_id = 2;
    string trace_state = 3;
    repeated KeyValue attributes = 4;
    uint32 dropped_attributes_count = 5;
    fixed32 flags = 6;
  }
  message Status { string message = 2; int32 code = 3; }

  message LogRecord {
    fixed64 time_unix_nano = 1;
    int32 severity_number = 2;
    string severity_text = 3;
    AnyValue body = 5;
    repeated KeyValue attributes = 6;
    uint32 dropped_attributes_count = 7;
    fixed32 flags = 8;
    bytes trace_id = 9;
    bytes span_id = 10;
    fixed64 observed_time_unix_nano = 11;
    string event_name = 12;
  }

  message ExportResponse { PartialSuccess partial_success = 1; }
  message PartialSuccess { int64 rejected = 1; string error_message = 2; }
  message RpcStatus { int32 code = 1; string message = 2; }
`;

const { root } = protobuf.parse(SOURCE);

export const Groups = root.lookupType('Groups');
export const ResourceMessage = root.lookupType('Resource');
export const ScopeMessage = root.lookupType('Scope');
export const SpanMessage = root.lookupType('Span');
export const LogMessage = root.lookupType('LogRecord');
/** For traces and logs: only the names of the fields differ, not the numbers. */
export const ExportResponse = root.lookupType('ExportResponse');
export const RpcStatus = root.lookupType('RpcStatus');
